package io.plugstream.gateway.ocpp2;

import static io.plugstream.gateway.ocpp2.Datatypes.CHARGING_PROFILE;
import static io.plugstream.gateway.ocpp2.Datatypes.COMPONENT;
import static io.plugstream.gateway.ocpp2.Datatypes.COUNT;
import static io.plugstream.gateway.ocpp2.Datatypes.FLAG;
import static io.plugstream.gateway.ocpp2.Datatypes.LIMIT_SOURCE;
import static io.plugstream.gateway.ocpp2.Datatypes.MESSAGE_CONTENT;
import static io.plugstream.gateway.ocpp2.Datatypes.NUMBER;
import static io.plugstream.gateway.ocpp2.Datatypes.STATION_ID;
import static io.plugstream.gateway.ocpp2.Datatypes.TIME;
import static io.plugstream.gateway.ocpp2.Datatypes.VARIABLE;
import static io.plugstream.gateway.ocpp2.Datatypes.object;
import static io.plugstream.gateway.payload.Shape.freeText;
import static io.plugstream.gateway.payload.Shape.optional;
import static io.plugstream.gateway.payload.Shape.required;
import static io.plugstream.gateway.payload.Shape.some;
import static io.plugstream.gateway.payload.Shape.text;
import static io.plugstream.gateway.payload.Shape.whole;
import static io.plugstream.gateway.payload.Shape.word;

import io.plugstream.gateway.payload.Shape;
import io.plugstream.gateway.payload.Words;
import java.util.Set;

/** The payloads with which a station of OCPP 2.0.1 reports in parts. */
final class ReportSchemas {

    private static final Set<String> MONITOR_TYPES =
            Words.of("UpperThreshold LowerThreshold Delta Periodic PeriodicClockAligned");

    private static final Set<String> DATA_TYPES =
            Words.of("string decimal integer dateTime boolean OptionList SequenceList MemberList");

    private static final Set<String> NOTIFICATION_TYPES =
            Words.of("HardWiredNotification HardWiredMonitor PreconfiguredMonitor CustomMonitor");

    private static final Shape MESSAGE_INFO = object(
            required("id", whole()),
            required("priority", word("AlwaysFront", "InFront", "NormalCycle")),
            optional("state", word("Charging", "Faulted", "Idle", "Unavailable")),
            optional("startDateTime", TIME),
            optional("endDateTime", TIME),
            optional("transactionId", STATION_ID),
            required("message", MESSAGE_CONTENT),
            optional("display", COMPONENT));

    private static final Shape EVENT_DATA = object(
            required("eventId", whole()),
            required("timestamp", TIME),
            required("trigger", word("Alerting", "Delta", "Periodic")),
            optional("cause", whole()),
            required("actualValue", text(2500)),
            optional("techCode", freeText(50)),
            optional("techInfo", freeText(500)),
            optional("cleared", FLAG),
            optional("transactionId", STATION_ID),
            required("component", COMPONENT),
            optional("variableMonitoringId", whole()),
            required("eventNotificationType", word(NOTIFICATION_TYPES)),
            required("variable", VARIABLE));

    private static final Shape VARIABLE_MONITORING = object(
            required("id", whole()),
            required("transaction", FLAG),
            required("value", NUMBER),
            required("type", word(MONITOR_TYPES)),
            required("severity", whole()));

    private static final Shape MONITORING_DATA = object(
            required("component", COMPONENT),
            required("variable", VARIABLE),
            required("variableMonitoring", some(VARIABLE_MONITORING)));

    private static final Shape VARIABLE_ATTRIBUTE = object(
            optional("type", word("Actual", "Target", "MinSet", "MaxSet")),
            optional("value", text(2500)),
            optional("mutability", word("ReadOnly", "WriteOnly", "ReadWrite")),
            optional("persistent", FLAG),
            optional("constant", FLAG));

    private static final Shape VARIABLE_CHARACTERISTICS = object(
            optional("unit", text(16)),
            required("dataType", word(DATA_TYPES)),
            optional("minLimit", NUMBER),
            optional("maxLimit", NUMBER),
            optional("valuesList", text(1000)),
            required("supportsMonitoring", FLAG));

    private static final Shape REPORT_DATA = object(
            required("component", COMPONENT),
            required("variable", VARIABLE),
            required("variableAttribute", some(VARIABLE_ATTRIBUTE, 4)),
            optional("variableCharacteristics", VARIABLE_CHARACTERISTICS));

    static final Shape NOTIFY_CUSTOMER_INFORMATION = object(
            required("data", text(512)),
            optional("tbc", FLAG),
            required("seqNo", COUNT),
            required("generatedAt", TIME),
            required("requestId", whole()));

    static final Shape NOTIFY_DISPLAY_MESSAGES =
            object(required("requestId", whole()), optional("tbc", FLAG), optional("messageInfo", some(MESSAGE_INFO)));

    static final Shape NOTIFY_EVENT = object(
            required("generatedAt", TIME),
            optional("tbc", FLAG),
            required("seqNo", COUNT),
            required("eventData", some(EVENT_DATA)));

    static final Shape NOTIFY_MONITORING_REPORT = object(
            required("requestId", whole()),
            optional("tbc", FLAG),
            required("seqNo", COUNT),
            required("generatedAt", TIME),
            optional("monitor", some(MONITORING_DATA)));

    static final Shape NOTIFY_REPORT = object(
            required("requestId", whole()),
            required("generatedAt", TIME),
            optional("tbc", FLAG),
            required("seqNo", COUNT),
            optional("reportData", some(REPORT_DATA)));

    static final Shape REPORT_CHARGING_PROFILES = object(
            required("requestId", whole()),
            required("chargingLimitSource", LIMIT_SOURCE),
            required("chargingProfile", some(CHARGING_PROFILE)),
            optional("tbc", FLAG),
            required("evseId", COUNT));

    private ReportSchemas() {}
}
