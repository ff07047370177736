package io.plugstream.gateway.ocpp;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Parses text frames. The result is always a value, never an exception. */
public final class FrameReader {

    private static final int CALL = 2;
    private static final int CALL_RESULT = 3;
    private static final int CALL_ERROR = 4;

    /** Only an escape can write text that cannot be stored, so only frames with one are searched for it. */
    private static final String ESCAPE = "\\u";

    private static final ObjectReader READER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build()
            .reader();

    private FrameReader() {}

    public static ParsedFrame read(String frame) {
        JsonNode json;
        try {
            json = READER.with(new PlainNumbers(frame)).readTree(frame);
        } catch (JacksonException | NumberFormatException e) {
            // Jackson throws the latter for an exponent that does not fit 32 bits.
            return refused(
                    CallError.UNKNOWN_ID,
                    "The frame is not JSON, repeats a name, is nested too deeply or has too long a number");
        }
        if (!json.isArray() || !json.path(0).isIntegralNumber() || !json.path(0).canConvertToInt()) {
            return refused(CallError.UNKNOWN_ID, "The frame is not an array that begins with a message type");
        }
        return switch (json.path(0).intValue()) {
            case CALL -> frame.contains(ESCAPE) && UnstorableText.isIn(json) ? unstorable(json) : call(json);
            case CALL_RESULT -> callResult(json);
            case CALL_ERROR -> callError(json);
            default -> unknownType(json);
        };
    }

    private static ParsedFrame call(JsonNode json) {
        String id = text(json, 1);
        if (id.isEmpty()) {
            return refused(CallError.UNKNOWN_ID, "The message id is not a text");
        }
        if (json.size() == 3 && json.path(2).isString()) {
            return new ParsedFrame.Refused(id, ErrorCode.PROTOCOL_ERROR, "The payload is missing");
        }
        if (json.size() != 4) {
            return refused(id, "A CALL has four elements");
        }
        String action = text(json, 2);
        if (action.isEmpty()) {
            return refused(id, "The action is not a text");
        }
        return json.path(3) instanceof ObjectNode payload
                ? new ParsedFrame.Understood(new Call(id, action, payload))
                : new ParsedFrame.Refused(id, ErrorCode.FORMATION_VIOLATION, "The payload is not an object");
    }

    private static ParsedFrame unstorable(JsonNode json) {
        String id = text(json, 1);
        String known = id.isEmpty() || UnstorableText.isIn(id) ? CallError.UNKNOWN_ID : id;
        return new ParsedFrame.Refused(
                known, ErrorCode.FORMATION_VIOLATION, "A text contains U+0000 or half a surrogate pair");
    }

    private static ParsedFrame unknownType(JsonNode json) {
        String id = text(json, 1);
        return id.isEmpty() || UnstorableText.isIn(id) ? new ParsedFrame.Ignored() : new ParsedFrame.OfUnknownType(id);
    }

    private static ParsedFrame callResult(JsonNode json) {
        String id = text(json, 1);
        return !id.isEmpty() && json.size() == 3 && json.path(2) instanceof ObjectNode payload
                ? new ParsedFrame.Understood(new CallResult(id, payload))
                : unreadableAnswer(id);
    }

    private static ParsedFrame callError(JsonNode json) {
        String id = text(json, 1);
        return !id.isEmpty() && json.size() >= 3 && json.path(2).isString()
                ? new ParsedFrame.Understood(new CallError(id, text(json, 2), text(json, 3)))
                : unreadableAnswer(id);
    }

    private static ParsedFrame unreadableAnswer(String id) {
        return id.isEmpty() ? new ParsedFrame.Ignored() : new ParsedFrame.UnreadableAnswer(id);
    }

    private static String text(JsonNode json, int index) {
        return json.path(index).isString() ? json.path(index).stringValue() : "";
    }

    private static ParsedFrame refused(String id, String why) {
        return new ParsedFrame.Refused(id, ErrorCode.RPC_FRAMEWORK_ERROR, why);
    }
}
