package io.plugstream.simulator.meter;

/**
 * How a car takes power: it rises evenly at the start, stays at what car and charger allow, and from the knee on falls in
 * proportion to what the battery still lacks. Every value is computed from the beginning of a stretch of one limit, so that
 * it depends on no clock's ticks.
 *
 * @param mostW what the car takes at most, in W
 * @param capacityWh of the battery
 * @param kneeWh the charge from which on the car takes less
 * @param riseSeconds from nothing to full power
 */
public record PowerCurve(double mostW, double capacityWh, double kneeWh, double riseSeconds) {

    private static final double SECONDS_AN_HOUR = 3600;
    private static final double FULL = 0.01;

    public PowerCurve {
        if (mostW <= 0 || kneeWh <= 0 || capacityWh <= kneeWh || riseSeconds < 0) {
            throw new IllegalArgumentException("A car needs power, and a battery that is larger than its knee");
        }
    }

    /** A car with a battery of {@code capacityWh} that takes at most {@code mostW} up to 80 % of it, after ten seconds. */
    public static PowerCurve of(double mostW, double capacityWh) {
        return new PowerCurve(mostW, capacityWh, capacityWh * 0.8, 10);
    }

    /**
     * The charge of the battery, in Wh, some seconds after it was {@code chargeWh}.
     *
     * @param limitW what the charger allows since then
     */
    public double chargeAfter(double chargeWh, double limitW, double seconds) {
        var most = Math.min(mostW, limitW);
        if (most <= 0 || seconds <= 0) {
            return chargeWh;
        }
        var even = evenSeconds(chargeWh, most);
        if (seconds <= even) {
            return chargeWh + rising(most, seconds);
        }
        var tapered = chargeWh + rising(most, even);
        return capacityWh - (capacityWh - tapered) * Math.exp(-(seconds - even) / decaySeconds());
    }

    /** The power, in W, at that time; 0 once the battery is as good as full. */
    public double powerAfter(double chargeWh, double limitW, double seconds) {
        var most = Math.min(mostW, limitW);
        if (most <= 0) {
            return 0;
        }
        if (seconds < evenSeconds(chargeWh, most)) {
            return seconds < riseSeconds ? most * seconds / riseSeconds : most;
        }
        var power = Math.min(most, tapered(chargeAfter(chargeWh, limitW, seconds)));
        return power < mostW * FULL ? 0 : power;
    }

    /** What the car would take of unlimited power. */
    private double tapered(double chargeWh) {
        return mostW * (capacityWh - chargeWh) / (capacityWh - kneeWh);
    }

    /** How long it goes on before the car wants less than {@code most}. */
    private double evenSeconds(double chargeWh, double most) {
        var missing = capacityWh - most / mostW * (capacityWh - kneeWh) - chargeWh;
        if (missing <= 0) {
            return 0;
        }
        var risen = rising(most, riseSeconds);
        return missing <= risen
                ? Math.sqrt(2 * riseSeconds * missing * SECONDS_AN_HOUR / most)
                : riseSeconds + (missing - risen) * SECONDS_AN_HOUR / most;
    }

    /** The energy of so many seconds from the start of a stretch, in Wh. */
    private double rising(double most, double seconds) {
        var energy = seconds < riseSeconds
                ? most * seconds * seconds / (2 * riseSeconds)
                : most * (seconds - riseSeconds / 2);
        return energy / SECONDS_AN_HOUR;
    }

    private double decaySeconds() {
        return (capacityWh - kneeWh) / mostW * SECONDS_AN_HOUR;
    }
}
