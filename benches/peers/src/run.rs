//! Runs the selected corpora and the operations of each.

use std::process::ExitCode;
use std::time::Duration;

use apimachinery::serializer::Codec;

use crate::candidate::Candidate;
use crate::corpus::{self, Corpus};
use crate::counts;
use crate::family::{ConfigMaps, Crds, Deployments, Family, PodList, Pods};
use crate::go::Go;
use crate::objects::Objects;
use crate::options::Options;
use crate::row::{Row, rounded};
use crate::works::{self, Work};
use crate::{plot, report, rounds};

/// Size of the stack in bytes. Decoding nested values takes one frame for each level, which is large in some
/// candidates.
const STACK: usize = 1 << 30;

/// Measures the times of the selected operations.
#[must_use]
pub fn time() -> ExitCode {
    with_options(|options, arguments| {
        let counted = counts::rows(&arguments);
        report::head(options.format);
        let mut rows = Vec::new();
        each_corpus(&options, &mut |corpus, works| {
            for mut found in timed(corpus, works, options.budget()) {
                for row in &mut found {
                    if let Some(counted) = counted.iter().find(|counted| counted.is_beside(row)) {
                        (row.allocations, row.bytes) = (counted.allocations, counted.bytes);
                    }
                }
                report::rows(options.format, &found);
                rows.extend(found);
            }
        });
        options.plot.map_or(ExitCode::SUCCESS, |path| plot::write(&path, &rows))
    })
}

/// Counts the allocations of the same operations. The caller must install a counting allocator.
#[must_use]
pub fn count() -> ExitCode {
    with_options(|options, _| {
        each_corpus(&options, &mut |corpus, works| {
            for work in works {
                let counted = |candidate: &Candidate<'_>| {
                    let usage = (candidate.usage)();
                    let (allocations, bytes) = (Some(rounded(usage.allocations)), Some(rounded(usage.bytes)));
                    Row { allocations, bytes, ..row(corpus, work, candidate) }
                };
                report::json_lines(&work.candidates.iter().map(counted).collect::<Vec<_>>());
            }
        });
        ExitCode::SUCCESS
    })
}

fn with_options(run: impl FnOnce(Options, Vec<String>) -> ExitCode + Send + 'static) -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let options = match Options::parse(arguments.iter().cloned()) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(|| run(options, arguments));
    thread.expect("a thread").join().unwrap_or(ExitCode::FAILURE)
}

/// An action on the operations of a corpus.
type Act<'a> = &'a mut dyn FnMut(&str, &[Work<'_>]);

fn each_corpus(options: &Options, act: Act<'_>) {
    for name in &options.corpora {
        let written = |json| Corpus::written(name, json);
        match name.as_str() {
            "pods" => works_of::<Pods>(written(corpus::pods(100)), options, act),
            "deployments" => works_of::<Deployments>(written(corpus::deployments("apps/v1", 200)), options, act),
            "configmaps" => works_of::<ConfigMaps>(written(corpus::config_maps(8)), options, act),
            "crds" => works_of::<Crds>(written(corpus::crds(20)), options, act),
            "podlist" => works_of::<PodList>(written(vec![corpus::pod_list(5000)]), options, act),
            "hostile" => corpus::hostile().into_iter().for_each(|corpus| works_of::<ConfigMaps>(corpus, options, act)),
            _ => {
                works_of::<Pods>(corpus::golden("core.v1.Pod"), options, act);
                works_of::<Deployments>(corpus::golden("apps.v1.Deployment"), options, act);
                works_of::<ConfigMaps>(corpus::golden("core.v1.ConfigMap"), options, act);
            }
        }
    }
}

fn works_of<F: Family>(corpus: Corpus, options: &Options, act: Act<'_>) {
    let name = corpus.name.clone();
    let objects = match Objects::<F>::new(corpus) {
        Ok(objects) if !objects.json.is_empty() => objects,
        Ok(_) => return eprintln!("{name}: no documents available"),
        Err(problem) => return eprintln!("{name}: {problem}"),
    };
    let codec = Codec::new(apimachinery::apis::scheme());
    let old = if CONVERTING.contains(&&name[..]) { corpus::deployments("extensions/v1beta1", 200) } else { Vec::new() };
    let go = if old.is_empty() { None } else { Go::start(&old) };
    let mut all = works::all(&objects, &codec);
    if !old.is_empty() {
        all.push(works::convert(&old, &codec, go.as_ref()));
    }
    all.retain(|work| options.wants(work.name));
    act(&name, &all);
}

/// Corpora with which the conversion of Deployments is measured.
const CONVERTING: [&str; 2] = ["pods", "deployments"];

fn row(corpus: &str, work: &Work<'_>, candidate: &Candidate<'_>) -> Row {
    Row { work: work.name.into(), corpus: corpus.into(), candidate: candidate.name.into(), ..Row::default() }
}

/// Measures the candidates with correct results and returns the rows of each operation.
fn timed(corpus: &str, works: &[Work<'_>], budget: Duration) -> Vec<Vec<Row>> {
    let candidates = works.iter().flat_map(|work| &work.candidates);
    let failures: Vec<Option<String>> =
        candidates.clone().map(|candidate| (candidate.check)().err().map(|reason| one_line(&reason))).collect();
    let able = candidates.zip(&failures).filter(|(_, failed)| failed.is_none()).map(|(candidate, _)| candidate);
    let mut medians = rounds::medians(&able.collect::<Vec<_>>(), budget).into_iter();
    let mut failures = failures.into_iter();
    let mut timed = |work: &Work<'_>, candidate: &Candidate<'_>| {
        let failed = failures.next().flatten();
        let median = failed.is_none().then(|| medians.next()).flatten().map(|median| median.as_secs_f64());
        Row {
            ns_per_object: median.map(|seconds| rounded(seconds * 1e9 / work.objects as f64)),
            mb_per_s: median.filter(|_| work.bytes > 0).map(|seconds| rounded(work.bytes as f64 / seconds / 1e6)),
            failed,
            ..row(corpus, work, candidate)
        }
    };
    works.iter().map(|work| work.candidates.iter().map(|candidate| timed(work, candidate)).collect()).collect()
}

fn one_line(reason: &str) -> String {
    reason.split_whitespace().collect::<Vec<_>>().join(" ")
}
