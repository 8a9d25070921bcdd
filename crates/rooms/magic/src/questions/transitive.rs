//! The vertex-transitive cubic graphs, recomputed, and which of them are xor-magic.

use crate::condition::{self, Nullspace, Subject};
use crate::{bits, scene, transitive};
use engine::graphs::read;
use kit::{Ask, Param, Question, Report, Result, Standing, Table, Watch};

const VERTICES: Param = Param::choice("vertices", "the number of vertices", &["4", "8", "16", "32"]).or("32");

pub(super) const TRANSITIVE: Question = Question::of("transitive", answer_transitive)
    .about("all connected cubic vertex-transitive graphs on so many vertices, and which of them are xor-magic")
    .params(&[VERTICES])
    .examples(&["magic transitive --vertices 16", "magic transitive --vertices 8"]);

fn answer_transitive(ask: &Ask, watch: &mut dyn Watch) -> Result<Report> {
    let vertices: usize = ask.text("vertices").parse().expect("a choice of numbers");
    let n = vertices.trailing_zeros();
    let list = transitive::all(n, watch)?;
    let columns = ["graph6", "name", "nullity", "test1", "test2", "bits", "magic", "girth", "automorphisms"];
    let mut table = Table::new("graphs", &columns);
    let mut magic = Vec::new();
    let mut drawn = Vec::new();
    for graph in &list {
        let subject = Subject::new(graph.to_graph())?;
        let space = Nullspace::of(&subject.graph, watch)?;
        let found = if space.test2() { Some(bits::fewest(&subject, &space, watch)?) } else { None };
        let labels = found.as_ref().filter(|found| found.bits == n).map(|found| &found.labels);
        let is_magic = labels.is_some_and(|labels| condition::is_labelling(&subject.graph, labels, n));
        let line = read::to_graph6(&subject.graph);
        let name = transitive::name(graph);
        drawn.push((
            format!("{}{}", name.clone().unwrap_or_default(), if is_magic { " (magic)" } else { "" }),
            subject.graph,
        ));
        table.row(kit::row![
            line.clone(),
            name,
            space.nullity,
            space.test1(),
            space.test2(),
            found.map(|found| found.bits),
            is_magic,
            graph.girth(),
            graph.symmetries().order
        ]);
        magic.extend(is_magic.then_some(line));
    }
    let line = format!(
        "{} connected cubic vertex-transitive graphs on {vertices} vertices, {} of them xor-magic",
        list.len(),
        magic.len()
    );
    Ok(Report::new(line, Standing::Proved)
        .fact("vertices", vertices)
        .fact("graphs", list.len())
        .fact("magic", magic.len())
        .argument("Central involutions")
        .table(table)
        .scene(scene::gallery(
            "transitive",
            &format!("the vertex-transitive cubic graphs on {vertices} vertices"),
            &drawn,
        )))
}
