//! Waiting, for a lab with a server: it has a clock, threads and a runtime. Its twin `alone` has none of them.

pub(crate) use crate::crew::Crew;
pub(crate) use std::time::Instant;

use kit::{Error, Result};
use std::net::IpAddr;
use std::time::Duration;

tokio::task_local! {
    /// Who sent the request that is being answered.
    pub(crate) static VISITOR: IpAddr;
}

/// The visitor whose request is being answered here; nobody when it is the lab itself.
pub(crate) fn visitor() -> Option<IpAddr> {
    VISITOR.try_with(|visitor| *visitor).ok()
}

/// Jobs have workers of their own.
pub(crate) const AT_ONCE: bool = false;

/// Who waits for a job asks how far it is.
pub(crate) fn begun(_command: &str) {}

/// Who waits for a job asks how far it is.
pub(crate) fn looked(_done: u64, _of: Option<u64>) {}

/// Starts work that nobody waits for.
pub(crate) fn start(work: impl FnOnce() + Send + 'static) {
    std::thread::spawn(work);
}

/// Rings once, and is heard by whoever waits for it.
pub(crate) struct Bell(tokio::sync::watch::Sender<bool>);

impl Bell {
    pub(crate) fn new() -> Bell {
        Bell(tokio::sync::watch::Sender::new(false))
    }

    pub(crate) fn ring(&self) {
        self.0.send_replace(true);
    }

    /// Waits until it has rung, but no longer than that.
    pub(crate) async fn wait(&self, at_most: Duration) {
        let mut over = self.0.subscribe();
        let _ = tokio::time::timeout(at_most, over.wait_for(|over| *over)).await;
    }
}

/// Small work outside of the jobs: not more of it at a time than there are cores.
pub(crate) struct Views(tokio::sync::Semaphore);

impl Views {
    pub(crate) fn new() -> Views {
        Views(tokio::sync::Semaphore::new(kit::machine::threads()))
    }

    /// What the work gives; or, when its turn and its end do not come in time, that it is late.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        patience: Duration,
        late: Error,
        work: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let done = async {
            let _turn = self.0.acquire().await;
            tokio::task::spawn_blocking(work)
                .await
                .unwrap_or_else(|_| Err(Error::failed("this broke down, which is a defect of the program")))
        };
        tokio::time::timeout(patience, done).await.unwrap_or(Err(late))
    }
}
