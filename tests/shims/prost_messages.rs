//! Comparison with structs that prost-build generates from the same definitions: an implementation of the wire format
//! that shares no code with the type tables.

use apimachinery::apis::core::v1::PodTemplateSpec;
use apimachinery::prost_messages::core::v1 as oracle;
use apimachinery::serializer::{json, protobuf};
use prost::Message;

const TEMPLATE: &str = r#"{"metadata":{"name":"web","labels":{"app":"web"},"creationTimestamp":"2018-06-01T10:00:00Z"},
    "spec":{"volumes":[{"name":"cfg","configMap":{"name":"web","defaultMode":420}}],
    "containers":[{"name":"web","image":"nginx","ports":[{"containerPort":80,"protocol":"TCP"}],
    "resources":{"limits":{"cpu":"100m"}},"livenessProbe":{"httpGet":{"path":"/","port":"http"},"periodSeconds":-1}}],
    "terminationGracePeriodSeconds":30,"nodeSelector":{"b":"2","a":"1"}}}"#;

#[test]
fn prost_reads_what_the_tables_write() {
    let template: PodTemplateSpec = json::from_str(TEMPLATE).expect("a template");
    let message = oracle::PodTemplateSpec::decode(&*protobuf::to_vec(&template).unwrap()).expect("the same bytes");
    let spec = message.spec.expect("a spec");
    assert_eq!(spec.containers[0].ports[0].container_port, 80);
    assert_eq!(spec.node_selector["a"], "1");
    assert_eq!(
        spec.volumes[0].volume_source.as_ref().and_then(|v| v.config_map.as_ref()).and_then(|c| c.default_mode),
        Some(420)
    );
}

#[test]
fn the_tables_read_what_prost_writes() {
    let template: PodTemplateSpec = json::from_str(TEMPLATE).expect("a template");
    let message = oracle::PodTemplateSpec::decode(&*protobuf::to_vec(&template).unwrap()).expect("the same bytes");
    let again: PodTemplateSpec = protobuf::from_slice(&message.encode_to_vec()).expect("the same bytes");
    // prost omits zero values, which does not change the result.
    assert_eq!(protobuf::to_vec(&again).unwrap(), protobuf::to_vec(&template).unwrap());
}
