/**
 * Turns a transaction's meter values into rows and chart points, by time. Pure functions, testable without a page.
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
 * @returns {{rows: Row[], energy: Point[], power: Point[], computed: boolean}} every point has a row; `computed` means
 *     that the charger reported no power, so it is the average between two readings of energy
 */
export function readings(transaction, values) {
  const rows = rowsOf(transaction, values);
  const computed = !rows.some((row) => row.powerW !== undefined);
  if (computed) {
    addAverages(rows);
  }
  return { rows, energy: points(rows, 'energyWh'), power: points(rows, 'powerW'), computed };
}

/**
 * One row for each time, including the start and the end, which the charger reports separately. A meter below its start
 * began anew, or was not read, so it tells no energy.
 *
 * @param {any} transaction
 * @param {MeterValue[]} values
 */
function rowsOf(transaction, values) {
  const begin = transaction.meterStart ?? values.find(isEnergy)?.value ?? 0;
  /** @type {Map<number, Row>} */
  const rows = new Map();
  /** @type {Map<Row, number>} */
  const phases = new Map();
  const rowAt = (/** @type {string} */ timestamp) => {
    const row = rows.get(Date.parse(timestamp)) ?? { timestamp, others: [] };
    rows.set(Date.parse(timestamp), row);
    return row;
  };
  for (const value of values) {
    const row = rowAt(value.timestamp);
    if (isEnergy(value) && Number(value.value) >= begin) {
      row.energyWh = Number(value.value) - begin;
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
  if (transaction.startedAt && transaction.meterStart !== null) {
    rowAt(transaction.startedAt).energyWh ??= 0;
  }
  if (transaction.stoppedAt && transaction.energyWh !== null && transaction.energyWh >= 0) {
    rowAt(transaction.stoppedAt).energyWh = transaction.energyWh;
  }
  return [...rows].sort(([one], [other]) => one - other).map(([, row]) => row);
}

/** Whether the value is measured at the outlet, the default location. @param {MeterValue} value */
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
 * @param {Row[]} rows by time
 * @param {'energyWh' | 'powerW'} name
 * @returns {Point[]}
 */
function points(rows, name) {
  return rows.flatMap((row) => {
    const value = row[name];
    return value === undefined ? [] : [{ at: Date.parse(row.timestamp), value }];
  });
}

/**
 * Adds the average power to each reading of energy except the first, and those of a meter that went back.
 *
 * @param {Row[]} rows by time
 */
function addAverages(rows) {
  const [first, ...later] = rows.filter((row) => row.energyWh !== undefined);
  let before = first;
  for (const row of later) {
    const hours = (Date.parse(row.timestamp) - Date.parse(before.timestamp)) / HOUR;
    const flowed = Number(row.energyWh) - Number(before.energyWh);
    if (flowed >= 0) {
      row.powerW = flowed / hours;
    }
    before = row;
  }
}
