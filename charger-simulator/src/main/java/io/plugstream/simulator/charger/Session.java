package io.plugstream.simulator.charger;

import io.plugstream.simulator.meter.PowerCurve;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that runs, from its start on the charger's side.
 *
 * @param id the charger's own; what the central system calls it is in {@link ChargerState#transactions()}
 * @param startedAt by the charger's clock
 * @param meterStart in Wh
 * @param since when the present limit of power began, by the right clock
 * @param meterWh the meter then
 * @param chargeWh the car's battery then
 * @param limitW of the charger, since then
 * @param nextReading when the meter is read next
 * @param told how many messages of it there were
 * @param shown what was told last of whether energy flows; null if nothing was
 */
record Session(
        UUID id,
        String idTag,
        Instant startedAt,
        long meterStart,
        Instant since,
        double meterWh,
        double chargeWh,
        double limitW,
        @Nullable Instant nextReading,
        int told,
        @Nullable ConnectorStatus shown) {

    double meter(PowerCurve car, ChargerTime time, Instant now) {
        return meterWh + charge(car, time, now) - chargeWh;
    }

    double power(PowerCurve car, ChargerTime time, Instant now) {
        return car.powerAfter(chargeWh, limitW, time.seconds(since, now));
    }

    /** Goes on with another limit. */
    Session limited(double watts, PowerCurve car, ChargerTime time, Instant now) {
        return new Session(
                id,
                idTag,
                startedAt,
                meterStart,
                now,
                meter(car, time, now),
                charge(car, time, now),
                watts,
                nextReading,
                told,
                shown);
    }

    Session readAt(@Nullable Instant next) {
        return new Session(id, idTag, startedAt, meterStart, since, meterWh, chargeWh, limitW, next, told, shown);
    }

    /** One more message was told. */
    Session toldMore() {
        return new Session(
                id, idTag, startedAt, meterStart, since, meterWh, chargeWh, limitW, nextReading, told + 1, shown);
    }

    Session showing(ConnectorStatus status) {
        return new Session(
                id, idTag, startedAt, meterStart, since, meterWh, chargeWh, limitW, nextReading, told, status);
    }

    private double charge(PowerCurve car, ChargerTime time, Instant now) {
        return car.chargeAfter(chargeWh, limitW, time.seconds(since, now));
    }
}
