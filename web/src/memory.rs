//! The bridge to the worker: texts in the module's memory, and the progress that it is told.

#[cfg(target_arch = "wasm32")]
unsafe extern "C" {
    /// So many steps are done, of so many, or of a number that is not known if that is negative.
    safe fn parlor_look(done: f64, of: f64);
}

/// Tells the worker how far the work is.
pub(crate) fn look(done: u64, of: Option<u64>) {
    #[cfg(target_arch = "wasm32")]
    parlor_look(done as f64, of.map_or(-1.0, |of| of as f64));
    #[cfg(not(target_arch = "wasm32"))]
    let _ = (done, of);
}

/// Room for a text of so many bytes, which the worker fills and gives to [`parlor_answer`].
#[unsafe(no_mangle)]
pub extern "C" fn parlor_room(length: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; length].into_boxed_slice()).cast()
}

/// Answers the request in that room and gives the room back. The answer begins with its length, four bytes in the
/// machine's order; the worker reads it before it asks again.
///
/// # Safety
/// The room and its length are those of a call of [`parlor_room`] that was not answered before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn parlor_answer(room: *mut u8, length: usize) -> *const u8 {
    // SAFETY: the room was made by `parlor_room` with this length, and nobody else holds it.
    let request = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(room, length)) };
    let answer = crate::answer(&String::from_utf8_lossy(&request));
    let mut bytes = u32::try_from(answer.len()).unwrap_or(u32::MAX).to_le_bytes().to_vec();
    bytes.extend_from_slice(answer.as_bytes());
    KEPT.with(|kept| {
        *kept.borrow_mut() = bytes;
        kept.borrow().as_ptr()
    })
}

thread_local! {
    /// The last answer, until the next is asked for.
    static KEPT: std::cell::RefCell<Vec<u8>> = const { std::cell::RefCell::new(Vec::new()) };
}
