package io.plugstream.gateway.ocpp2;

import io.plugstream.gateway.ocpp.ErrorCode;
import io.plugstream.gateway.payload.Strictness;
import io.plugstream.gateway.payload.Validation;
import io.plugstream.gateway.payload.Violation;
import io.plugstream.gateway.protocol.ChargerAction;
import io.plugstream.gateway.protocol.ChargerActions;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The actions of OCPP 2 in one conversation. */
record Ocpp2Actions(Conversation conversation) implements ChargerActions {

    @Override
    public Optional<ChargerAction> named(String action) {
        return Action.named(action).map(known -> new ConversationAction(known, conversation));
    }

    @Override
    public ErrorCode refusal(String action) {
        return Action.isOfCentralSystem(action) ? ErrorCode.NOT_SUPPORTED : ErrorCode.NOT_IMPLEMENTED;
    }

    @Override
    public void settle() throws NotAcknowledgedException {
        conversation.settle();
    }

    private record ConversationAction(Action action, Conversation conversation) implements ChargerAction {

        @Override
        public String wireName() {
            return action.wireName();
        }

        @Override
        public boolean isRecorded() {
            return action.isRecorded();
        }

        /** OCPP 2.0.1, E13: a CALLERROR is a failed attempt, and the station discards the event after the last one. */
        @Override
        public boolean isLostWhenRefused() {
            return action == Action.TRANSACTION_EVENT;
        }

        @Override
        public Validation<Work> validate(ObjectNode payload, Strictness strictness) {
            Validation<ObjectNode> verdict = action.validate(payload, strictness);
            if (action == Action.GET_15118_EV_CERTIFICATE && verdict instanceof Validation.Valid) {
                return new Validation.Invalid<>(
                        new Violation(ErrorCode.NOT_SUPPORTED, "Contract certificates are not supported"));
            }
            return verdict.map(valid -> () -> conversation.answer(action, valid));
        }
    }
}
