//! Jobs are found, stopped, kept and limited.

use super::*;
use kit::Standing;
use kit::watch::step;

fn limits() -> Limits {
    Limits { time: Duration::from_millis(300), memory: 1 << 30 }
}

fn report(line: &str) -> Result<Answer> {
    Ok(Answer::Report(Box::new(Report::new(line, Standing::Proved))))
}

fn endless() -> Work {
    Box::new(|watch| {
        loop {
            step(watch, 7, Some(9), || "counting".to_string())?;
            std::thread::sleep(Duration::from_millis(1));
        }
    })
}

fn end_of(job: &Job) -> Result<Arc<Answer>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(job.wait(Duration::from_secs(20))).expect("it ends")
}

#[test]
fn the_same_key_is_the_same_job_until_it_is_stopped() {
    let jobs = Jobs::open(Limits { time: Duration::from_secs(60), ..limits() });
    let first = jobs.find_or_start("a", "parlor a", Manner::Kept, endless).unwrap();
    let again = jobs.find_or_start("a", "parlor a", Manner::Kept, || panic!("the work is under way")).unwrap();
    assert_eq!(first.id, again.id);
    jobs.stop(&first);
    assert!(end_of(&first).err().unwrap().is_stopped());
    let anew = jobs.find_or_start("a", "parlor a", Manner::Kept, || Box::new(|_| report("done"))).unwrap();
    assert_ne!(anew.id, first.id);
    assert!(end_of(&anew).is_ok());
}

#[test]
fn a_job_that_overruns_its_time_names_the_command_line() {
    let jobs = Jobs::open(limits());
    let job = jobs.find_or_start("a", "parlor a 7", Manner::Kept, endless).unwrap();
    let error = end_of(&job).err().unwrap();
    assert_eq!(error.trouble(), kit::Trouble::TooLarge);
    assert!(error.to_string().contains("`parlor a 7`"), "{error}");
    assert_eq!(job.glimpse().of, Some(9));
}

#[test]
fn memory_is_refused_before_it_is_taken() {
    let jobs = Jobs::open(limits());
    let greedy: Work = Box::new(|watch| watch.take("a table", 2 << 30).and_then(|()| report("never")));
    let error = end_of(&jobs.find_or_start("a", "parlor a", Manner::Kept, || greedy).unwrap()).err().unwrap();
    assert!(error.to_string().contains("2.0 GiB") && error.to_string().contains("`parlor a`"), "{error}");
}

#[test]
fn a_panic_is_the_jobs_own_error_and_the_workers_live_on() {
    let jobs = Jobs::open(limits());
    for round in 0..8 {
        let job = jobs
            .find_or_start(&format!("{round}"), "parlor a", Manner::Kept, || Box::new(|_| panic!("on purpose")))
            .unwrap();
        assert!(end_of(&job).err().unwrap().to_string().contains("on purpose"));
    }
    assert!(
        end_of(&jobs.find_or_start("b", "parlor b", Manner::Kept, || Box::new(|_| report("fine"))).unwrap()).is_ok()
    );
}

#[test]
fn more_jobs_than_workers_queue_and_a_queued_one_can_be_stopped() {
    let jobs = Jobs::open(Limits { time: Duration::from_secs(60), ..limits() });
    let workers = workers();
    let all: Vec<_> = (0..workers + 2)
        .map(|n| jobs.find_or_start(&n.to_string(), "parlor a", Manner::Kept, endless).unwrap())
        .collect();
    let last = &all[workers + 1];
    while jobs.before(last.id) != Some(1) {
        std::thread::sleep(Duration::from_millis(5));
    }
    jobs.stop(last);
    assert!(end_of(last).err().unwrap().is_stopped());
    all.iter().for_each(|job| jobs.stop(job));
    all.iter().for_each(|job| assert!(end_of(job).is_err()));
}

#[test]
fn old_answers_are_forgotten() {
    let jobs = Jobs::open(limits());
    let ids: Vec<u64> = (0..KEPT + 5)
        .map(|n| {
            let job = jobs.find_or_start(&n.to_string(), "", Manner::Kept, || Box::new(|_| report("x"))).unwrap();
            end_of(&job).unwrap();
            job.id
        })
        .collect();
    // The last worker may still be writing its job down.
    std::thread::sleep(Duration::from_millis(50));
    assert!(jobs.get(ids[0]).is_none() && jobs.get(*ids.last().unwrap()).is_some());
}

#[test]
fn what_only_a_page_wants_ends_when_nobody_looks() {
    let jobs = Jobs::open(Limits { time: Duration::from_secs(60), ..limits() });
    let kept = jobs.find_or_start("kept", "parlor a", Manner::Kept, endless).unwrap();
    let job = jobs.find_or_start("a", "parlor a", Manner::Watched, endless).unwrap();
    for _ in 0..8 {
        std::thread::sleep(UNSEEN / 5);
        job.see();
    }
    assert!(job.ended().is_none(), "somebody looked");
    assert!(end_of(&job).err().unwrap().is_stopped());
    assert!(kept.ended().is_none());
    let anew = jobs.find_or_start("a", "parlor a", Manner::Watched, || Box::new(|_| report("done"))).unwrap();
    assert!(end_of(&anew).is_ok(), "and is begun anew for whoever comes then");
    jobs.stop(&kept);
}

#[test]
fn idle_work_gives_way_to_everything_else() {
    let jobs = Jobs::open(Limits { time: Duration::from_secs(60), ..limits() });
    let counting = |key: &str| {
        let count = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&count);
        let work = move || -> Work {
            Box::new(move |watch| {
                loop {
                    step(watch, counted.fetch_add(1, Ordering::Relaxed), None, || "counting".to_string())?;
                    std::thread::sleep(Duration::from_millis(1));
                }
            })
        };
        (jobs.find_or_start(key, "parlor a", Manner::Idle, work).unwrap(), count)
    };
    let ((first, steps), (second, none)) = (counting("a"), counting("b"));
    while steps.load(Ordering::Relaxed) < 5 {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(none.load(Ordering::Relaxed), 0, "one at a time");
    let ask = jobs.find_or_start("c", "parlor c", Manner::Kept, endless).unwrap();
    while ask.glimpse().done == 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(50));
    let before = steps.load(Ordering::Relaxed);
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(steps.load(Ordering::Relaxed), before, "it waits while an ask is worked on");
    jobs.stop(&ask);
    assert!(end_of(&ask).is_err());
    while steps.load(Ordering::Relaxed) == before {
        first.see();
        std::thread::sleep(Duration::from_millis(5));
    }
    [&first, &second].into_iter().for_each(|job| jobs.stop(job));
    assert!(end_of(&first).is_err() && end_of(&second).is_err());
}

#[test]
fn an_answer_that_was_cut_short_says_so_and_can_be_asked_again() {
    let jobs = Jobs::open(Limits { time: Duration::from_secs(60), ..limits() });
    let patient = || -> Work {
        Box::new(|watch| {
            while watch.look(3, None).is_continue() {
                std::thread::sleep(Duration::from_millis(1));
            }
            report("as far as it came")
        })
    };
    let job = jobs.find_or_start("a", "parlor a", Manner::Kept, patient).unwrap();
    while job.glimpse().done == 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    jobs.stop(&job);
    assert!(end_of(&job).is_ok());
    let glimpse = job.glimpse();
    assert!(glimpse.cut && glimpse.remarks[0].contains("This is what it had"), "{:?}", glimpse.remarks);
    let again = jobs.find_or_start("a", "parlor a", Manner::Kept, patient).unwrap();
    assert_eq!(again.id, job.id, "what was found is kept");
    jobs.forget(&job);
    let anew = jobs.find_or_start("a", "parlor a", Manner::Kept, || Box::new(|_| report("whole"))).unwrap();
    assert!(end_of(&anew).is_ok() && !anew.glimpse().cut);
}
