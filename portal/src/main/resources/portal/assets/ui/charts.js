import { html, svg } from 'lit';
import { counted, short } from './amount.js';
import { SHORT, ZONE, time } from './time.js';

/**
 * Charts of data that is also shown in a table. Text is beside the picture, not in it, so that it keeps its size on
 * small screens.
 *
 * @typedef {{at: number, value: number}} Point `at` in ms since 1970
 */

const WIDTH = 1000;
const HEIGHT = 300;
/** Ends of scales are multiples of it, so that their middle has at most two decimals, as labels do. */
const FINEST = 0.02;
/** The same for counts: their middle is a whole number. */
const FINEST_COUNT = 2;

/**
 * Values over time as a line.
 *
 * @param {string} caption
 * @param {string} unit
 * @param {Point[]} points by time
 */
export function lineChart(caption, unit, points) {
  const first = points[0];
  const last = points[points.length - 1];
  const values = points.map((point) => point.value);
  const bottom = 0 - ceiling(Math.max(0, ...values.map((value) => -value)), FINEST);
  const top = ceiling(Math.max(0, ...values), FINEST) || (bottom < 0 ? 0 : 1);
  const span = top - bottom;
  const x = (/** @type {Point} */ point) => ((point.at - first.at) / (last.at - first.at || 1)) * WIDTH;
  const y = (/** @type {number} */ value) => HEIGHT - ((value - bottom) / span) * HEIGHT;
  // A single value is a horizontal line.
  const line = points.length === 1
    ? `0,${y(first.value)} ${WIDTH},${y(first.value)}`
    : points.map((point) => `${x(point).toFixed(1)},${y(point.value).toFixed(1)}`).join(' ');
  const area = `0,${y(0)} ${line} ${WIDTH},${y(0)}`;
  const most = `from ${short(Math.min(...values))} to ${short(Math.max(...values))} ${unit}`;
  const measured = points.length === 1
    ? `${short(last.value)} ${unit} at ${SHORT.format(last.at)}`
    : `${points.length} values ${most}, at last ${short(last.value)} ${unit}; from ${SHORT.format(first.at)} to ${SHORT.format(last.at)}`;
  return figure({
    caption,
    unit,
    top,
    bottom,
    summary: `${caption}: ${measured}, local time (${ZONE})`,
    ends: (first.at < last.at ? [first.at, (first.at + last.at) / 2, last.at] : [first.at]).map(clock),
    axis: `Local time (${ZONE})`,
    marks: svg`
      <polygon class="area" points=${area}></polygon>
      <polyline class="line" points=${line}></polyline>
    `,
  });
}

/**
 * A chart with a bar for each count.
 *
 * @param {string} caption
 * @param {string} one the name of a single thing that is counted
 * @param {{name: string, value: number}[]} bars
 * @param {string} axis what each bar is of
 */
export function barChart(caption, one, bars, axis) {
  const top = ceiling(Math.max(0, ...bars.map((bar) => bar.value)), FINEST_COUNT) || FINEST_COUNT;
  const width = WIDTH / bars.length;
  const most = bars.reduce((some, other) => (other.value > some.value ? other : some));
  const ends = [bars[0].name, bars[bars.length - 1].name];
  return figure({
    caption,
    unit: `${one}s`,
    top,
    bottom: 0,
    summary: `${caption} from ${ends[0]} to ${ends[1]}; most on ${most.name}: ${counted(most.value, one)}`,
    ends,
    axis,
    marks: bars.map((bar, i) => {
      const height = (bar.value / top) * HEIGHT;
      return svg`
        <rect class="bar" x=${(i + 0.1) * width} y=${HEIGHT - height} width=${width * 0.8} height=${height}>
          <title>${bar.name}: ${counted(bar.value, one)}</title>
        </rect>
      `;
    }),
  });
}

/**
 * @param {object} chart
 * @param {string} chart.caption
 * @param {string} chart.unit of the scale
 * @param {number} chart.top
 * @param {number} chart.bottom
 * @param {string} chart.summary for screen readers, instead of the labels
 * @param {unknown[]} chart.ends below the chart, from its left to its right
 * @param {string} chart.axis what they are
 * @param {unknown} chart.marks
 */
function figure({ caption, unit, top, bottom, summary, ends, axis, marks }) {
  return html`
    <figure class="chart">
      <figcaption>${caption}</figcaption>
      <div class="unit" aria-hidden="true">${unit}</div>
      <div class="scale" aria-hidden="true">
        ${[top, (top + bottom) / 2, bottom].map((value) => html`<span>${short(value)}</span>`)}
      </div>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${summary}>
        ${[0, HEIGHT / 2, HEIGHT].map((y) => svg`<line class="grid" x1="0" x2=${WIDTH} y1=${y} y2=${y}></line>`)}
        ${marks}
      </svg>
      <div class="ends" aria-hidden="true">${ends.map((end) => html`<span>${end}</span>`)}</div>
      <div class="axis" aria-hidden="true">${axis}</div>
    </figure>
  `;
}

/**
 * The next larger of 1, 2, 5, 10, 20 and so on that is a multiple of `finest`.
 *
 * @param {number} value
 * @param {number} finest itself such a number
 */
function ceiling(value, finest) {
  if (value <= finest) {
    return value <= 0 ? 0 : finest;
  }
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].map((step) => step * power).find((end) => value <= end && isMultiple(end, finest))) ?? 10 * power;
}

/** Decimal fractions are not exact. @param {number} value @param {number} finest */
function isMultiple(value, finest) {
  const times = value / finest;
  return Math.abs(times - Math.round(times)) < 0.001;
}

/** @param {number} at */
function clock(at) {
  return time(new Date(at).toISOString(), '', SHORT);
}
