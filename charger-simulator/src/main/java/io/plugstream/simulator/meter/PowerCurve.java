package io.plugstream.simulator.meter;

/**
 * The power that a car draws. It rises linearly at the start, stays at the lower limit of car and charger, and from the
 * knee on falls in proportion to the battery's missing charge. Every value is computed from the start of the present
 * limit, so it does not depend on the frequency of updates.
 *
 * @param mostW maximum power of the car, in W
 * @param capacityWh of the battery
 * @param kneeWh the charge above which the car draws less
 * @param riseSeconds time from zero to full power
 */
public record PowerCurve(double mostW, double capacityWh, double kneeWh, double riseSeconds) {

    private static final double SECONDS_AN_HOUR = 3600;
    private static final double FULL = 0.01;

    public PowerCurve {
        if (mostW <= 0 || kneeWh <= 0 || capacityWh <= kneeWh || riseSeconds < 0) {
            throw new IllegalArgumentException("A car needs power, and a capacity above its knee");
        }
    }

    /**
     * A car with a battery of {@code capacityWh} that reaches {@code mostW} after ten seconds and draws it up to 80 %
     * charge.
     */
    public static PowerCurve of(double mostW, double capacityWh) {
        return new PowerCurve(mostW, capacityWh, capacityWh * 0.8, 10);
    }

    /**
     * The charge of the battery, in Wh, {@code seconds} after it was {@code chargeWh}.
     *
     * @param limitW the charger's limit since then
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

    /** The power, in W, at that time; 0 once the battery is practically full. */
    public double powerAfter(double chargeWh, double limitW, double seconds) {
        var most = Math.min(mostW, limitW);
        if (most <= 0 || seconds <= 0) {
            return 0;
        }
        if (seconds < evenSeconds(chargeWh, most)) {
            return seconds < riseSeconds ? most * seconds / riseSeconds : most;
        }
        var power = Math.min(most, tapered(chargeAfter(chargeWh, limitW, seconds)));
        return power < mostW * FULL ? 0 : power;
    }

    /** The power that the car would draw without the charger's limit. */
    private double tapered(double chargeWh) {
        return mostW * (capacityWh - chargeWh) / (capacityWh - kneeWh);
    }

    /** How long it takes until the car draws less than {@code most}. */
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

    /** The energy, in Wh, of the first {@code seconds} with a constant limit. */
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
