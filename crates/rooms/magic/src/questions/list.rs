//! All connected cubic graphs on a few vertices, with the nullity that the paper's tests ask for.

use crate::{condition, scene};
use engine::graphs::read;
use engine::graphs::regular::connected_regular;
use engine::graphs::small::Small;
use kit::{Ask, Fact, Param, Question, Report, Result, Standing, Table, Watch, watch};

const VERTICES: Param = Param::choice("vertices", "the number of vertices", &["8", "10", "12", "14", "16"]).or("8");

pub(super) const LIST: Question = Question::of("list", answer_list)
    .about("all connected cubic graphs on 8 to 16 vertices: nullity, both tests, symmetries, and pictures of the first")
    .params(&[VERTICES])
    .examples(&["magic list --vertices 8", "magic list --vertices 10"]);

/// The graphs that are drawn side by side.
const DRAWN: usize = 20;

fn answer_list(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let order: usize = ask.text("vertices").parse().expect("a choice of numbers");
    let mut list: Vec<Small> = Vec::new();
    let mut stopped = None;
    connected_regular(order, 3, &mut |graph| {
        list.push(graph.clone());
        let done = list.len() as u64;
        stopped = watch::step(watch, done, None, || format!("{done} graphs were found")).err();
        stopped.is_none()
    });
    if let Some(error) = stopped {
        return Err(error);
    }
    // As Figure 4 has them: the greatest nullity first.
    list.sort_by_cached_key(|graph| (std::cmp::Reverse(condition::small_tests(graph).0), graph.clone()));
    let columns = ["graph6", "nullity", "test1", "test2", "girth", "bipartite", "automorphisms", "vertex_transitive"];
    let mut table = Table::new("graphs", &columns);
    let (mut both, mut transitive) = (0, 0);
    for (done, graph) in list.iter().enumerate() {
        watch::step(watch, done as u64, Some(list.len() as u64), || format!("{done} graphs were looked at"))?;
        let (nullity, test1, test2) = condition::small_tests(graph);
        let symmetries = graph.symmetries();
        both += usize::from(test1 && test2);
        transitive += usize::from(symmetries.transitive);
        table.row(kit::row![
            read::to_graph6(&graph.to_graph()),
            nullity,
            test1,
            test2,
            graph.girth(),
            graph.is_bipartite(),
            symmetries.order,
            symmetries.transitive
        ]);
    }
    let line = format!("{} connected cubic graphs on {order} vertices, {both} pass both tests", list.len());
    let nullities = list.iter().map(|graph| condition::small_tests(graph).0);
    let drawn: Vec<(String, _)> = list
        .iter()
        .take(DRAWN)
        .map(|graph| (format!("nullity {}", condition::small_tests(graph).0), graph.to_graph()))
        .collect();
    let caption = match list.len() <= DRAWN {
        true => format!("the connected cubic graphs on {order} vertices"),
        false => format!("the first {DRAWN} of {} connected cubic graphs on {order} vertices", list.len()),
    };
    // The generator is compared with the known numbers of graphs, but a list of it has no certificate.
    Ok(Report::new(line, Standing::checked(format!("the generator of regular graphs, {order} vertices")))
        .fact("vertices", order)
        .fact("graphs", list.len())
        .fact("nullities", Fact::list(nullities))
        .fact("pass_both", both)
        .fact("vertex_transitive", transitive)
        .table(table)
        .scene(scene::gallery("graphs", &caption, &drawn)))
}
