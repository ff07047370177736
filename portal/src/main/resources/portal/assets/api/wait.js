import { ApiError } from './client.js';

/**
 * Polls for results that cause no event: reads at growing intervals until the answer is final or the time is over. Reads
 * without an answer, and those over the session's limit, are repeated; at the end the last failure is thrown.
 *
 * @template T
 * @param {() => Promise<T>} read
 * @param {(answer: T) => boolean} isFinal
 * @param {number} longest ms
 * @param {AbortSignal} signal
 * @returns {Promise<T>} the last answer
 */
export async function readUntil(read, isFinal, longest, signal) {
  const end = performance.now() + longest;
  const isOver = (/** @type {number} */ wait) => signal.aborted || performance.now() + wait > end;
  let pause = 250;
  for (;;) {
    let wait = pause;
    try {
      const answer = await read();
      if (isFinal(answer) || isOver(wait)) {
        return answer;
      }
    } catch (failure) {
      wait = Math.max(wait, untilRepeated(failure));
      if (isOver(wait)) {
        throw failure;
      }
    }
    await rest(wait, signal);
    pause = Math.min(2 * pause, 4_000);
  }
}

/** How long to wait after a failure, in ms; infinite if repeating does not help. @param {unknown} failure */
function untilRepeated(failure) {
  const mayPass = failure instanceof ApiError && (failure.isUnanswered || failure.status === 429);
  return mayPass ? failure.retryAfter * 1_000 : Infinity;
}

/**
 * Waits for a while, or until `signal` aborts.
 *
 * @param {number} pause ms
 * @param {AbortSignal} signal
 */
export function rest(pause, signal) {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve(undefined);
      return;
    }
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve(undefined);
    };
    const timer = setTimeout(end, pause);
    signal.addEventListener('abort', end);
  });
}
