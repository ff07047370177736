/**
 * Adds an event to others, newest first. The events that were missed during an interruption arrive in another order.
 *
 * @template {{timestamp: string}} E
 * @param {E[]} events
 * @param {E} event
 * @param {number} most the number of events to keep
 * @returns {E[]}
 */
export function withEvent(events, event, most) {
  const at = events.findIndex((one) => one.timestamp <= event.timestamp);
  return events.toSpliced(at < 0 ? events.length : at, 0, event).slice(0, most);
}
