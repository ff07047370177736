package io.plugstream.gateway.connection;

import io.micrometer.core.instrument.Timer;
import io.micrometer.tracing.Span;
import io.plugstream.base.trace.Traces;
import io.plugstream.gateway.command.CommandQueue;
import io.plugstream.gateway.ocpp.Call;
import io.plugstream.gateway.ocpp.CallError;
import io.plugstream.gateway.ocpp.CallResult;
import io.plugstream.gateway.ocpp.Dialect;
import io.plugstream.gateway.ocpp.ErrorCode;
import io.plugstream.gateway.ocpp.FrameReader;
import io.plugstream.gateway.ocpp.FrameWriter;
import io.plugstream.gateway.ocpp.OcppMessage;
import io.plugstream.gateway.ocpp.ParsedFrame;
import io.plugstream.gateway.payload.Validation;
import io.plugstream.gateway.payload.ValidationProperties;
import io.plugstream.gateway.protocol.ChargerAction;
import io.plugstream.gateway.protocol.ChargerAction.Work;
import io.plugstream.gateway.protocol.ChargerActions;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ChargerId;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/** Answers frames from chargers. */
@Component
final class FrameHandler {

    private static final Logger log = LoggerFactory.getLogger(FrameHandler.class);

    private final MessageMetrics metrics;
    private final Traces traces;
    private final ValidationProperties validation;

    FrameHandler(MessageMetrics metrics, Traces traces, ValidationProperties validation) {
        this.metrics = metrics;
        this.traces = traces;
        this.validation = validation;
    }

    /** A frame to send, and how to note that it was sent. */
    record Answer(String frame, Runnable sent) {}

    /** Returns the answer to {@code frame}. Answers from the charger go to {@code commands} and get none. */
    Optional<Answer> answer(Conversation conversation, CommandQueue commands, String frame)
            throws NotRecordedException {
        Timer.Sample sample = metrics.start();
        Dialect dialect = conversation.dialect();
        return switch (FrameReader.read(frame)) {
            case ParsedFrame.Ignored _ -> ignored();
            case ParsedFrame.OfUnknownType(var id) when dialect == Dialect.OCPP_1_6 -> ignored();
            case ParsedFrame.OfUnknownType(var id) ->
                Optional.of(refusal(id, ErrorCode.MESSAGE_TYPE_NOT_SUPPORTED, "No such message type", dialect, sample));
            case ParsedFrame.Refused(var id, var code, var why) -> Optional.of(refusal(id, code, why, dialect, sample));
            case ParsedFrame.Understood(Call call) -> Optional.of(answer(conversation, call, frame, sample));
            case ParsedFrame.Understood(CallResult result) -> answered(commands.answered(result));
            case ParsedFrame.Understood(CallError error) -> answered(commands.answered(error));
            case ParsedFrame.UnreadableAnswer(var id) -> answered(commands.answeredUnreadably(id));
        };
    }

    private Answer refusal(String id, ErrorCode code, String why, Dialect dialect, Timer.Sample sample) {
        return answer(MessageMetrics.UNKNOWN, CallError.of(id, code, why, dialect), sample);
    }

    /** A CALLRESULT or CALLERROR gets no answer. */
    private Optional<Answer> answered(boolean expected) {
        return expected ? Optional.empty() : ignored();
    }

    private Optional<Answer> ignored() {
        metrics.count(MessageMetrics.UNKNOWN, MessageMetrics.IGNORED);
        return Optional.empty();
    }

    private Answer answer(Conversation conversation, Call call, String frame, Timer.Sample sample)
            throws NotRecordedException {
        ChargerActions actions = conversation.actions();
        Optional<ChargerAction> action = actions.named(call.action());
        String label = action.map(ChargerAction::wireName).orElse(MessageMetrics.UNKNOWN);
        Optional<String> former = conversation
                .recentAnswers()
                .to(call.messageId(), frame, conversation.stream().now());
        if (former.isPresent()) {
            metrics.count(label, MessageMetrics.REPEATED);
            return new Answer(former.get(), () -> metrics.answered(sample, label));
        }
        OcppMessage answer = action.isPresent()
                ? traced(conversation, call, action.get(), sample)
                : CallError.of(
                        call.messageId(),
                        actions.refusal(call.action()),
                        "The gateway does not handle this action",
                        conversation.dialect());
        Answer written = answer(label, answer, sample);
        // Errors are not remembered, so that the charger can retry a message that was not recorded. The time in the
        // answer to a Heartbeat must be the present one.
        if (answer instanceof CallResult
                && action.map(ChargerAction::isRecorded).orElse(false)) {
            conversation
                    .recentAnswers()
                    .remember(
                            call.messageId(),
                            frame,
                            written.frame(),
                            conversation.stream().now());
        }
        return written;
    }

    private Answer answer(String action, OcppMessage answer, Timer.Sample sample) {
        metrics.count(action, answer instanceof CallError error ? error.errorCode() : MessageMetrics.ANSWERED);
        return new Answer(FrameWriter.write(answer), () -> metrics.answered(sample, action));
    }

    /** Frames carry no trace context, so a trace begins here. */
    private OcppMessage traced(Conversation conversation, Call call, ChargerAction action, Timer.Sample sample)
            throws NotRecordedException {
        ChargerId charger = conversation.stream().charger();
        Span span = traces.begin(action.wireName(), Span.Kind.SERVER)
                .tag("plugstream.organisation", charger.organisationId())
                .tag("plugstream.charge_box", charger.chargeBoxId());
        try (var _ = traces.enter(span)) {
            OcppMessage answer = perform(conversation, call, action, sample);
            if (answer instanceof CallError error) {
                span.tag("error.type", error.errorCode());
            }
            return answer;
        } finally {
            span.end();
        }
    }

    private OcppMessage perform(Conversation conversation, Call call, ChargerAction action, Timer.Sample sample)
            throws NotRecordedException {
        return switch (action.validation().apply(call.payload(), validation.validation())) {
            case Validation.Invalid<Work>(var violation) ->
                CallError.of(call.messageId(), violation.code(), violation.description(), conversation.dialect());
            case Validation.Valid<Work>(var work, var deviations) -> {
                deviations.forEach(conversation.stream()::deviated);
                yield perform(conversation, call, action, work, sample);
            }
        };
    }

    private OcppMessage perform(
            Conversation conversation, Call call, ChargerAction action, Work work, Timer.Sample sample)
            throws NotRecordedException {
        try {
            ObjectNode payload = work.perform();
            if (action.isRecorded()) {
                metrics.recorded(sample, action.wireName());
            }
            return new CallResult(call.messageId(), payload);
        } catch (NotAcknowledgedException e) {
            log.atWarn()
                    .addKeyValue("charger", conversation.stream().charger())
                    .addKeyValue("action", action.wireName())
                    .log("The message was not recorded: {}", e.getMessage());
            if (action.isLostWhenRefused().test(call.payload())) {
                metrics.count(action.wireName(), MessageMetrics.UNRECORDED);
                throw new NotRecordedException();
            }
            return notRecorded(conversation, call);
        } catch (RuntimeException e) {
            log.atError()
                    .addKeyValue("charger", conversation.stream().charger())
                    .addKeyValue("action", action.wireName())
                    .setCause(e)
                    .log("A CALL failed");
            return notRecorded(conversation, call);
        }
    }

    private static CallError notRecorded(Conversation conversation, Call call) {
        return CallError.of(
                call.messageId(), ErrorCode.INTERNAL_ERROR, "Not recorded; try again", conversation.dialect());
    }
}
