package io.plugstream.simulator.charger;

import io.plugstream.simulator.meter.PowerCurve;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A running transaction, from its start on the charger's side.
 *
 * @param id the charger's own id; the central system's is in {@link ChargerState#transactions()}
 * @param startedAt by the charger's clock
 * @param meterStart in Wh
 * @param since when the present power limit began, by the real clock
 * @param meterWh the meter reading at {@code since}
 * @param chargeWh the energy in the car's battery at {@code since}
 * @param limitW the charger's power limit from {@code since} on
 * @param nextReading when the next meter reading is due
 * @param told number of its messages so far
 * @param shown the charging state that was last reported; null if none was
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

    /** The same session with another limit from now on. */
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

    /** The same session with one more message. */
    Session countMessage() {
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
