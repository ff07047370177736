package io.plugstream.api.webhook.delivery;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.plugstream.model.webhook.Attempt;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A delivery with all details.
 *
 * @param request null if no attempt was made or is known
 * @param response null without a response
 * @param explanation the outcome in words
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
record DeliveryDetail(
        @JsonUnwrapped Delivery delivery,
        @Nullable Request request,
        @Nullable Response response,
        String explanation) {

    static DeliveryDetail of(Delivery delivery, @Nullable Attempt attempt) {
        Integer status = delivery.responseStatus();
        return new DeliveryDetail(
                delivery,
                attempt == null ? null : new Request(attempt.url(), attempt.headers(), attempt.body()),
                status == null ? null : new Response(status, attempt == null ? null : attempt.answer()),
                Explanations.of(delivery, attempt == null ? null : attempt.fault()));
    }

    /** @param body its first 16 KiB */
    record Request(String url, Map<String, String> headers, String body) {}

    /** @param body its first KiB; null if it was not kept */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    record Response(int status, @Nullable String body) {}
}
