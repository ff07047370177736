package io.plugstream.gateway.ocpp16;

import io.plugstream.gateway.ocpp.ErrorCode;
import io.plugstream.gateway.payload.Strictness;
import io.plugstream.gateway.payload.Validation;
import io.plugstream.gateway.protocol.ChargerAction;
import io.plugstream.gateway.protocol.ChargerActions;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The actions of OCPP 1.6 in one conversation. */
record Ocpp16Actions(Conversation conversation) implements ChargerActions {

    @Override
    public Optional<ChargerAction> named(String action) {
        return Action.named(action).map(known -> new ConversationAction(known, conversation));
    }

    @Override
    public ErrorCode refusal(String action) {
        return Action.refusal(action);
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

        @Override
        public Validation<Work> validate(ObjectNode payload, Strictness strictness) {
            return action.validate(payload, strictness)
                    .map(request -> () -> conversation.answer(request).payload());
        }
    }
}
