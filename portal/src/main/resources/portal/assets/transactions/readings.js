/**
 * What a transaction's meter values say, in order of time. Pure: no page is needed to try it.
 *
 * @typedef {import('../ui/charts.js').Point} Point
 * @typedef {{timestamp: string, measurand: string, value: number | null, unit: string, phase?: string | null,
 *     location?: string | null, context?: string | null, format?: string | null, raw?: string | null}} MeterValue
 * @typedef {{timestamp: string, energyWh?: number, powerW?: number, others: MeterValue[]}} Row
 */

const ENERGY = 'Energy.Active.Import.Register';
const POWER = 'Power.Active.Import';
const HOUR = 3_600_000;

/**
 * @param {any} transaction
 * @param {MeterValue[]} values by time
 * @returns {{rows: Row[], energy: Point[], power: Point[], computed: boolean}} `computed` says that the charger told no
 *     power, so that it is the average between two readings of energy
 */
export function readings(transaction, values) {
  const rows = rowsOf(transaction, values);
  const energy = energyOf(transaction, rows);
  const told = rows
    .filter((row) => row.powerW !== undefined)
    .map((row) => ({ at: Date.parse(row.timestamp), value: /** @type {number} */ (row.powerW) }));
  return told.length > 0
    ? { rows, energy, power: told, computed: false }
    : { rows, energy, power: averages(energy), computed: true };
}

/**
 * One row for each moment.
 *
 * @param {any} transaction
 * @param {MeterValue[]} values
 */
function rowsOf(transaction, values) {
  const begin = transaction.meterStart ?? values.find(isEnergy)?.value ?? 0;
  /** @type {Map<string, Row>} */
  const rows = new Map();
  /** @type {Map<Row, number>} */
  const phases = new Map();
  for (const value of values) {
    const row = rows.get(value.timestamp) ?? { timestamp: value.timestamp, others: [] };
    rows.set(value.timestamp, row);
    if (isEnergy(value)) {
      row.energyWh = /** @type {number} */ (value.value) - begin;
    } else if (isPower(value) && !value.phase) {
      row.powerW = /** @type {number} */ (value.value);
    } else {
      row.others.push(value);
      if (isPower(value) && /^L[123](-N)?$/.test(value.phase ?? '')) {
        phases.set(row, (phases.get(row) ?? 0) + /** @type {number} */ (value.value));
      }
    }
  }
  for (const [row, sum] of phases) {
    row.powerW ??= sum;
  }
  return [...rows.values()];
}

/** At the outlet, which is where it is unless said otherwise. @param {MeterValue} value */
function isOfOutlet(value) {
  return typeof value.value === 'number' && (value.location ?? 'Outlet') === 'Outlet';
}

/** @param {MeterValue} value */
function isEnergy(value) {
  return value.measurand === ENERGY && !value.phase && isOfOutlet(value);
}

/** @param {MeterValue} value */
function isPower(value) {
  return value.measurand === POWER && isOfOutlet(value);
}

/**
 * With the begin and the end, which the charger told by themselves.
 *
 * @param {any} transaction
 * @param {Row[]} rows
 * @returns {Point[]}
 */
function energyOf(transaction, rows) {
  /** @type {Map<number, number>} */
  const points = new Map();
  if (transaction.startedAt && transaction.meterStart !== null) {
    points.set(Date.parse(transaction.startedAt), 0);
  }
  for (const row of rows) {
    if (row.energyWh !== undefined) {
      points.set(Date.parse(row.timestamp), row.energyWh);
    }
  }
  if (transaction.stoppedAt && transaction.energyWh !== null) {
    points.set(Date.parse(transaction.stoppedAt), transaction.energyWh);
  }
  return [...points].map(([at, value]) => ({ at, value })).sort((one, other) => one.at - other.at);
}

/** @param {Point[]} energy in Wh */
function averages(energy) {
  return energy.slice(1).map((point, i) => ({
    at: point.at,
    value: ((point.value - energy[i].value) * HOUR) / (point.at - energy[i].at),
  }));
}
