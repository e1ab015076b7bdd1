/// A bug in the conversions of Kubernetes that loses values. This crate reproduces each of them by default, so that
/// results are identical; [`Converter::fix`](super::Converter::fix) fixes one.
///
/// ```
/// # #[cfg(feature = "autoscaling")] {
/// use apimachinery::conversion::Fix;
/// use apimachinery::scheme::Scheme;
/// use apimachinery::serializer::{Codec, Format};
///
/// let old = br#"{"apiVersion":"autoscaling/v2beta1","kind":"HorizontalPodAutoscaler","metadata":{"name":"web"},"spec":{
///     "scaleTargetRef":{"kind":"Deployment","name":"web"},"maxReplicas":3,"metrics":[{"type":"ContainerResource",
///     "containerResource":{"name":"cpu","container":"app","targetAverageUtilization":50}}]}}"#;
/// let keeps = |fixes: &[Fix]| {
///     let mut builder = Scheme::builder();
///     apimachinery::apis::register(&mut builder);
///     fixes.iter().for_each(|fix| _ = builder.converter().fix(*fix));
///     let codec = Codec::new(builder.build());
///     let hub = codec.decode_into_hub(old).unwrap();
///     let new = codec.encode_to_version(hub, &"autoscaling/v2".parse().unwrap(), Format::Json).unwrap();
///     String::from_utf8(new.bytes).unwrap().contains(r#""container":"app""#)
/// };
/// assert!(!keeps(&[]) && keeps(&[Fix::ContainerOfMetric]));
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fix {
    /// Kubernetes drops the container of a container resource metric when it converts between autoscaling/v2beta1 and
    /// the hub, in both directions. The fix preserves it.
    ContainerOfMetric,
    /// autoscaling/v1 and v2beta1 keep metrics, conditions and behavior in annotations. Kubernetes treats an annotation
    /// that it cannot parse as absent, and removes it. The fix reports an error instead.
    UnreadableAnnotation,
}
