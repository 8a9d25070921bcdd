//! The bridge to the worker: texts in the module's memory, the time, and what it is told on the way.

#[cfg(target_arch = "wasm32")]
mod worker {
    unsafe extern "C" {
        /// So many steps are done, of so many, or of a number that is not known if that is negative.
        pub(super) safe fn parlor_look(done: f64, of: f64);
        /// The command line that would do what begins now.
        pub(super) safe fn parlor_begun(text: *const u8, length: usize);
        /// Milliseconds since some moment.
        pub(super) safe fn parlor_now() -> f64;
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod worker {
    pub(super) fn parlor_look(_done: f64, _of: f64) {}
    pub(super) fn parlor_begun(_text: *const u8, _length: usize) {}
    pub(super) fn parlor_now() -> f64 {
        0.0
    }
}

/// Tells the worker how far the work is.
pub(crate) fn looked(done: u64, of: Option<u64>) {
    worker::parlor_look(done as f64, of.map_or(-1.0, |of| of as f64));
}

/// Tells the worker what begins.
pub(crate) fn begun(command: &str) {
    worker::parlor_begun(command.as_ptr(), command.len());
}

/// The worker's clock.
pub(crate) fn now() -> f64 {
    worker::parlor_now()
}

/// Room for a text of so many bytes, which the worker fills and gives to [`parlor_answer`].
#[unsafe(no_mangle)]
pub extern "C" fn parlor_room(length: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; length].into_boxed_slice()).cast()
}

/// Answers the request in that room and gives the room back. The answer is the length of its heading and that of its
/// body, four bytes each in the machine's order, the heading as JSON, and the body; the worker reads it before it asks
/// again.
///
/// # Safety
/// The room and its length are those of a call of [`parlor_room`] that was not answered before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn parlor_answer(room: *mut u8, length: usize) -> *const u8 {
    // SAFETY: the room was made by `parlor_room` with this length, and nobody else holds it.
    let request = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(room, length)) };
    let told = crate::answer(&String::from_utf8_lossy(&request));
    let heading = serde_json::json!({ "status": told.status, "address": told.address, "kind": told.kind }).to_string();
    let size = |length: usize| u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes();
    let sizes = [size(heading.len()), size(told.body.len())].concat();
    let bytes = [&sizes[..], heading.as_bytes(), &told.body].concat();
    KEPT.with(|kept| {
        *kept.borrow_mut() = bytes;
        kept.borrow().as_ptr()
    })
}

thread_local! {
    /// The last answer, until the next is asked for.
    static KEPT: std::cell::RefCell<Vec<u8>> = const { std::cell::RefCell::new(Vec::new()) };
}
