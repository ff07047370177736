package io.plugstream.simulator.charger;

/** Charger models for tests. */
public final class Models {

    private Models() {}

    /** Like {@link ChargerModel#wallbox}, but with two connectors. */
    public static ChargerModel withTwoConnectors() {
        var one = ChargerModel.wallbox("SERIAL");
        return new ChargerModel(
                one.vendor(),
                one.model(),
                one.serialNumber(),
                one.firmwareVersion(),
                2,
                one.mostW(),
                one.voltage(),
                one.phases(),
                one.car(),
                one.step(),
                one.configuration());
    }
}
