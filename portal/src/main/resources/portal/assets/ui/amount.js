/** Keeps a number and its unit on one line. */
const SPACE = '\u00a0';

const SHORT = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });

/** @param {number | null | undefined} wattHours */
export function energy(wattHours) {
  return wattHours === null || wattHours === undefined ? '' : `${SHORT.format(wattHours / 1000)}${SPACE}kWh`;
}

/** @param {number | null | undefined} watts */
export function power(watts) {
  return watts === null || watts === undefined ? '' : `${SHORT.format(watts / 1000)}${SPACE}kW`;
}

/** @param {number} value */
export function short(value) {
  return SHORT.format(value);
}

/**
 * A number of things, such as `1 call`.
 *
 * @param {number} number
 * @param {string} one
 * @param {string} [many]
 */
export function counted(number, one, many = `${one}s`) {
  return `${short(number)} ${number === 1 ? one : many}`;
}

/**
 * The time between two moments.
 *
 * @param {string} from
 * @param {string} to
 */
export function duration(from, to) {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
  if (seconds < 60) {
    return `${seconds} s`;
  }
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
