package io.plugstream.simulator.charger;

import io.plugstream.simulator.charger.Answer.Configuration.Entry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The readable values of a charger by key: its configuration, and in OCPP 2 also its model and the state of its
 * connectors. A key of the latter has the connector after {@value #AT}; 0 is the whole charger.
 */
final class Inventory {

    private static final String AT = "@";
    private static final String POWER = "Power" + AT;
    private static final int MOST_ITEMS = 50;

    private final Core core;

    Inventory(Core core) {
        this.core = core;
    }

    /** The values of keys; of all keys if {@code keys} is empty. */
    Answer.Configuration read(List<String> keys) {
        if (!core.hasTransactionEvents()) {
            return core.configuration().read(core.state(), keys);
        }
        var all = all();
        var known = all.stream()
                .filter(entry -> keys.isEmpty() || keys.contains(entry.key()))
                .toList();
        var unknown = new HashSet<>(keys);
        known.forEach(entry -> unknown.remove(entry.key()));
        return new Answer.Configuration(known, List.copyOf(unknown));
    }

    List<Entry> all() {
        var all = new ArrayList<>(
                core.configuration().read(core.state(), List.of()).known());
        var model = core.model();
        var station = core.state().station();
        all.add(fixed("VendorName", model.vendor()));
        all.add(fixed("Model", model.model()));
        all.add(fixed("SerialNumber", model.serialNumber()));
        all.add(fixed("FirmwareVersion", model.firmwareVersion()));
        all.add(fixed("MostReportedItems", MOST_ITEMS));
        all.add(fixed("MostReadItems", MOST_ITEMS));
        all.add(fixed("MostWrittenItems", MOST_ITEMS));
        all.add(fixed("MonitoringLevel", station.level()));
        all.add(fixed("DisplayMessages", station.messages().size()));
        all.add(fixed("Certificates", station.certificates().size()));
        addState(all, Core.WHOLE_CHARGER);
        for (var connector : core.state().connectors()) {
            addState(all, connector.id());
            all.add(fixed(POWER + connector.id(), power(connector.session())));
        }
        return all;
    }

    private void addState(List<Entry> all, int connector) {
        var status = core.reportedStatus(connector);
        var name = status.name();
        all.add(fixed(
                "AvailabilityState" + AT + connector,
                name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT)));
        all.add(fixed("Problem" + AT + connector, Boolean.toString(status == ConnectorStatus.FAULTED)));
    }

    private long power(@Nullable Session session) {
        return session == null
                ? 0
                : (long) session.power(core.model().car(), core.state().time(), core.now());
    }

    private static Entry fixed(String key, long value) {
        return fixed(key, Long.toString(value));
    }

    private static Entry fixed(String key, String value) {
        return new Entry(key, true, value);
    }

    boolean isKnown(String key) {
        return all().stream().anyMatch(entry -> entry.key().equals(key));
    }

    /** Whether a monitor can watch the key: only values that change by themselves. */
    static boolean isMonitored(String key) {
        return key.contains(AT);
    }

    static boolean isNumber(String key) {
        return key.startsWith(POWER);
    }
}
