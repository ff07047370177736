import { energy } from '../ui/amount.js';

/** Texts for the stop reasons of OCPP. */
const REASONS = new Map(Object.entries({
  DeAuthorized: 'the card was no longer accepted',
  EmergencyStop: 'the emergency button was pressed',
  EnergyLimitReached: 'the limit of energy was reached',
  EVDisconnected: 'the car was unplugged',
  GroundFault: 'a ground fault',
  HardReset: 'the charger was reset at once',
  ImmediateReset: 'the charger was reset at once',
  Local: 'stopped at the charger',
  LocalOutOfCredit: 'no credit is left',
  MasterPass: 'stopped with a master card',
  OvercurrentFault: 'too much current',
  PowerLoss: 'the charger lost its power supply',
  PowerQuality: 'the quality of the power was too low',
  Reboot: 'the charger restarted',
  Remote: 'stopped by a command',
  SOCLimitReached: 'the battery reached the wanted charge',
  SoftReset: 'the charger was reset',
  StoppedByEV: 'stopped by the car',
  TimeLimitReached: 'the limit of time was reached',
  Timeout: 'the car was not plugged in in time',
  UnlockCommand: 'the connector was unlocked by a command',
}));

/**
 * The reason and its meaning; empty without a reason.
 *
 * @param {string | null} reason
 */
export function stopReason(reason) {
  if (!reason) {
    return '';
  }
  const words = REASONS.get(reason);
  return words ? `${reason}: ${words}` : reason;
}

/**
 * The energy of a transaction; empty if there is none yet. A negative one is not the energy: the meter began anew, or the
 * charger did not know the reading.
 *
 * @param {{status: string, energyWh: number | null, meterStop: number | null}} transaction
 */
export function charged({ status, energyWh, meterStop }) {
  if (status === 'orphaned' && meterStop !== null) {
    return `unknown: ${energy(meterStop)} on the meter at the end`;
  }
  return (energyWh ?? 0) < 0 ? 'unknown: the meter is below its start' : energy(energyWh);
}
