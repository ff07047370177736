/**
 * Polls for results that cause no event: reads at growing intervals until the answer is final or the time is over.
 *
 * @template T
 * @param {() => Promise<T>} read
 * @param {(answer: T) => boolean} isFinal
 * @param {number} longest ms
 * @param {AbortSignal} signal
 * @returns {Promise<T>} the last answer
 */
export async function readUntil(read, isFinal, longest, signal) {
  const end = Date.now() + longest;
  let pause = 250;
  for (;;) {
    const answer = await read();
    if (isFinal(answer) || signal.aborted || Date.now() + pause > end) {
      return answer;
    }
    await rest(pause, signal);
    pause = Math.min(2 * pause, 4_000);
  }
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
    const timer = setTimeout(resolve, pause);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(undefined);
    }, { once: true });
  });
}
