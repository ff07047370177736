/**
 * What forms are described with.
 *
 * @typedef {{kind: 'whole' | 'tenths' | 'decimal' | 'flag' | 'moment' | 'address'}
 *     | {kind: 'text', longest: number, longestForStations: number, mayBeEmpty: boolean}
 *     | {kind: 'lines', longest: number}
 *     | {kind: 'choice', words: string[]}
 *     | {kind: 'list', of: Shape}
 *     | {kind: 'object', members: Member[]}} Shape
 * @typedef {{name: string, shape: Shape, isRequired: boolean, isForStations: boolean}} Member
 * @typedef {{name: string, about: string, members: Member[]}} Action
 */

/** @type {Shape} */
export const WHOLE = { kind: 'whole' };
/** With at most one digit after the point. @type {Shape} */
export const TENTHS = { kind: 'tenths' };
/** With at most six digits after the point. @type {Shape} */
export const DECIMAL = { kind: 'decimal' };
/** True or false. @type {Shape} */
export const FLAG = { kind: 'flag' };
/** @type {Shape} */
export const MOMENT = { kind: 'moment' };
/** @type {Shape} */
export const ADDRESS = { kind: 'address' };

/**
 * @param {string} name
 * @param {string} about
 * @param {Member[]} members
 * @returns {Action}
 */
export function action(name, about, ...members) {
  return { name, about, members };
}

/**
 * @param {number} longest
 * @param {number} longestForStations
 * @returns {Shape}
 */
export function text(longest, longestForStations = longest, mayBeEmpty = false) {
  return { kind: 'text', longest, longestForStations, mayBeEmpty };
}

/**
 * A text of several lines.
 *
 * @param {number} longest
 * @returns {Shape}
 */
export function lines(longest) {
  return { kind: 'lines', longest };
}

/**
 * @param {string[]} words
 * @returns {Shape}
 */
export function oneOf(...words) {
  return { kind: 'choice', words };
}

/**
 * @param {Shape} of
 * @returns {Shape}
 */
export function listOf(of) {
  return { kind: 'list', of };
}

/**
 * @param {Member[]} members
 * @returns {Shape}
 */
export function object(...members) {
  return { kind: 'object', members };
}

/**
 * @param {string} name
 * @param {Shape} shape
 * @returns {Member}
 */
export function required(name, shape) {
  return { name, shape, isRequired: true, isForStations: false };
}

/**
 * @param {string} name
 * @param {Shape} shape
 * @returns {Member}
 */
export function optional(name, shape) {
  return { name, shape, isRequired: false, isForStations: false };
}

/**
 * One that only chargers of OCPP 2.0.1 take.
 *
 * @param {string} name
 * @param {Shape} shape
 * @returns {Member}
 */
export function forStations(name, shape) {
  return { name, shape, isRequired: false, isForStations: true };
}
