//! Unions: the member that is set, its discriminator, defaults and conversions.

use apimachinery::defaulting::Defaulting;
use apimachinery::scheme::Scheme;
use apimachinery::serializer::{Codec, Format};
use apimachinery::testing::roundtrip;

use super::store::{v1, v1beta1};

fn scheme() -> Scheme {
    let mut builder = Scheme::builder().named("unions");
    super::register(&mut builder);
    builder.build()
}

#[test]
fn a_member_is_set_with_its_discriminator() {
    let mut probe = v1::Probe::default();
    assert!(probe.member().is_err());

    probe.set_http("/healthz".into());
    assert_eq!(probe.member().unwrap(), v1::ProbeMember::Http(&"/healthz".into()));
    assert_eq!((probe.type_.as_str(), probe.http_get.as_deref()), ("HTTP", Some("/healthz")));

    probe.set_exec(v1::Exec { command: ["ls"].map(Into::into).into() });
    assert_eq!((probe.type_.as_str(), probe.http_get.as_deref()), ("Exec", None));
    assert!(matches!(probe.member(), Ok(v1::ProbeMember::Exec(exec)) if exec.command.len() == 1));

    probe.set_none();
    assert_eq!(probe.member().unwrap(), v1::ProbeMember::None);
    assert_eq!(probe.exec, None);
}

#[test]
fn contradictions_are_errors() {
    let check = |kind: &str, exec: bool, http: bool, expected: bool| {
        let probe =
            v1::Probe { type_: kind.into(), exec: exec.then(v1::Exec::default), http_get: http.then(|| "/".into()) };
        assert_eq!(probe.member().is_ok(), expected, "{probe:?}");
    };
    for (kind, exec, http, expected) in [
        ("", true, false, true),
        ("", true, true, false),
        ("Exec", false, true, false),
        ("Exec", true, true, false),
        ("Exec", false, false, false),
        ("None", true, false, false),
        ("Other", true, false, false),
    ] {
        check(kind, exec, http, expected);
    }
    let probe = v1::Probe { type_: "Exec".into(), ..Default::default() };
    let text = probe.member().unwrap_err().to_string();
    assert!(
        text.contains(r#"the value "Exec" of `type` does not match the fields that are set among exec, httpGet"#),
        "{text}"
    );
}

#[test]
fn a_union_without_a_discriminator_has_exactly_one_member() {
    let mut source = v1::Source::default();
    assert!(source.member().unwrap_err().to_string().contains("one of these fields must be set: path, size"));
    source.set_size(3);
    assert_eq!(source.member().unwrap(), v1::SourceMember::Size(&3));
    source.path = Some("a".into());
    assert!(source.member().unwrap_err().to_string().contains("only one of these fields can be set: path, size"));
    source.set_path("b".into());
    assert_eq!((source.size, source.member().unwrap()), (None, v1::SourceMember::Path(&"b".into())));
}

#[test]
fn defaults_can_set_the_discriminator() {
    let mut probe = v1::Probe { http_get: Some("/".into()), ..Default::default() };
    v1::zz_generated_defaults::set_defaults_probe(&mut probe, &Defaulting::default());
    assert_eq!(probe.type_, "HTTP");
}

#[test]
fn members_and_discriminators_are_converted() {
    let mut object = v1beta1::Item::default();
    object.metadata.name = "item".into();
    let mut probe = v1beta1::Probe::default();
    probe.set_url("/healthz".into());
    assert_eq!(probe.kind.as_deref(), Some("url"));
    object.spec.probe = Some(probe);
    object.spec.source = Some(v1beta1::Source { file: Some("a".into()), size: None });

    let codec = Codec::new(scheme());
    let bytes = codec.encode_as(&object, Format::Json).unwrap();
    let new = codec.decode_converted::<v1::Item>(&bytes).unwrap().object;
    let (probe, source) = (new.spec.probe.as_ref().unwrap(), new.spec.source.as_ref().unwrap());
    assert_eq!(probe.member().unwrap(), v1::ProbeMember::Http(&"/healthz".into()));
    assert_eq!(source.member().unwrap(), v1::SourceMember::Path(&"a".into()));

    let bytes = codec.encode_as(&new, Format::Json).unwrap();
    assert_eq!(codec.decode_converted::<v1beta1::Item>(&bytes).unwrap().object.spec, object.spec);
}

#[test]
fn no_member_is_lost() {
    assert_eq!(roundtrip(&scheme()).cases(300).run().unwrap().pairs, 2);
}
