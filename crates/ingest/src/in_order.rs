//! Work of several threads, handed on in the order of the work and never far ahead of it.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Does `work(0)` to `work(n - 1)` on the threads of the pool, and gives the results to `take`, one at a time, in order.
///
/// At most `ahead` pieces of work (at least one) are begun and not yet taken: a thread that would go further waits until
/// the slow piece is done. So memory is a matter of `ahead` and not of `n`, whatever the pieces cost. The first error of
/// `take` ends the work; what was begun is dropped.
pub(crate) fn in_order<T: Send, E: Send>(
    n: usize,
    ahead: usize,
    work: impl Fn(usize) -> T + Sync,
    take: impl FnMut(T) -> Result<(), E> + Send,
) -> Result<(), E> {
    let line = Line {
        state: Mutex::new(State {
            begun: 0,
            taken: 0,
            done: VecDeque::new(),
            is_over: false,
            result: Ok(()),
            take,
        }),
        moved: Condvar::new(),
        n,
        ahead: ahead.max(1),
    };
    rayon::scope(|scope| {
        for _ in 0..rayon::current_num_threads().min(n) {
            scope.spawn(|_| {
                let _over = OverOnPanic(&line);
                while let Some(i) = line.begin() {
                    line.hand_on(i, work(i));
                }
            });
        }
    });
    let state = line.state.into_inner();
    state.unwrap_or_else(PoisonError::into_inner).result
}

struct Line<T, E, F> {
    state: Mutex<State<T, E, F>>,
    moved: Condvar,
    n: usize,
    ahead: usize,
}

struct State<T, E, F> {
    begun: usize,
    taken: usize,
    /// What is done from `taken` on; a gap is still being worked at.
    done: VecDeque<Option<T>>,
    is_over: bool,
    result: Result<(), E>,
    take: F,
}

impl<T, E, F: FnMut(T) -> Result<(), E>> Line<T, E, F> {
    /// The next piece of work, when it is near enough. Pieces are begun in order, so the one that all wait for is always in
    /// the hands of a thread that does not wait: one thread is enough to get to the end.
    fn begin(&self) -> Option<usize> {
        let mut state = self.lock();
        while !state.is_over && state.begun < self.n {
            if state.begun < state.taken + self.ahead {
                state.begun += 1;
                return Some(state.begun - 1);
            }
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    fn hand_on(&self, i: usize, result: T) {
        let mut guard = self.lock();
        let state = &mut *guard;
        let place = i - state.taken;
        if state.done.len() <= place {
            state.done.resize_with(place + 1, || None);
        }
        state.done[place] = Some(result);
        while !state.is_over
            && let Some(Some(_)) = state.done.front()
        {
            let next = state.done.pop_front().flatten().expect("just seen");
            state.taken += 1;
            if let Err(error) = (state.take)(next) {
                state.result = Err(error);
                state.is_over = true;
            }
        }
        drop(guard);
        self.moved.notify_all();
    }
}

impl<T, E, F> Line<T, E, F> {
    fn lock(&self) -> MutexGuard<'_, State<T, E, F>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets the other threads go home when one panics; else they would wait for its piece for ever.
struct OverOnPanic<'a, T, E, F>(&'a Line<T, E, F>);

impl<T, E, F> Drop for OverOnPanic<'_, T, E, F> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.lock().is_over = true;
            self.0.moved.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    fn pool(threads: usize) -> rayon::ThreadPool {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads")
    }

    #[test]
    fn results_are_taken_in_order_and_work_is_never_far_ahead() {
        for (threads, ahead) in [(1, 1), (1, 7), (2, 1), (8, 3), (3, 100)] {
            let begun = AtomicUsize::new(0);
            let mut taken = Vec::new();
            let result = pool(threads).install(|| {
                in_order(
                    200,
                    ahead,
                    |i| {
                        begun.fetch_add(1, Ordering::SeqCst);
                        // every tenth is slow
                        if i % 10 == 0 {
                            std::thread::sleep(Duration::from_millis(1));
                        }
                        i
                    },
                    |i| {
                        let open = begun.load(Ordering::SeqCst) - taken.len();
                        assert!(open <= ahead, "{open} pieces with {threads} threads");
                        taken.push(i);
                        Ok::<(), ()>(())
                    },
                )
            });
            assert_eq!(result, Ok(()));
            assert_eq!(taken, (0..200).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_first_error_in_order_ends_the_work() {
        let begun = AtomicUsize::new(0);
        let result = pool(4).install(|| {
            in_order(
                1_000_000,
                8,
                |i| {
                    begun.fetch_add(1, Ordering::SeqCst);
                    i
                },
                |i| if i >= 20 { Err(i) } else { Ok(()) },
            )
        });
        assert_eq!(result, Err(20));
        assert!(begun.into_inner() <= 20 + 8);
    }

    #[test]
    fn a_panic_does_not_hang_the_others() {
        let result = std::panic::catch_unwind(|| {
            pool(4).install(|| {
                in_order(
                    100,
                    4,
                    |i| assert!(i != 5, "the sixth piece"),
                    |()| Ok::<(), ()>(()),
                )
            })
        });
        assert!(result.is_err());
    }

    #[test]
    fn nothing_to_do_is_done_at_once() {
        assert_eq!(in_order(0, 4, |i| i, |_| Err(())), Ok(()));
    }
}
