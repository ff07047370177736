package io.plugstream.contract;

import static io.plugstream.contract.Sample.CHARGER;
import static io.plugstream.contract.Sample.ID;
import static io.plugstream.contract.Sample.NOW;

import io.plugstream.model.command.CommandAction;
import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.EventType;
import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.DailyUsage;
import io.plugstream.model.quota.QuotaDecision;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.sandbox.SandboxAction;
import io.plugstream.model.sandbox.SandboxCharger;
import io.plugstream.model.sandbox.SandboxCommand;
import io.plugstream.model.sandbox.SandboxOrder;
import io.plugstream.model.sandbox.SandboxProtocol;
import io.plugstream.model.sandbox.SandboxRun;
import io.plugstream.model.sandbox.SandboxState;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.Attempt;
import io.plugstream.model.webhook.ClaimRecord;
import io.plugstream.model.webhook.ClaimedEvent;
import io.plugstream.model.webhook.ConnectionFault;
import io.plugstream.model.webhook.DeliveryRecord;
import io.plugstream.model.webhook.OrganisationWebhooks;
import io.plugstream.model.webhook.Outcome;
import io.plugstream.model.webhook.SampleEvent;
import io.plugstream.model.webhook.SigningSecret;
import io.plugstream.model.webhook.WebhookRegistration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Sample records of webhooks, quotas and test chargers. */
final class ServiceSamples {

    private ServiceSamples() {}

    static Stream<Sample<?, ?>> all() {
        return Stream.of(webhooks(), quotas(), sandbox()).flatMap(samples -> samples);
    }

    private static Stream<Sample<?, ?>> webhooks() {
        return Stream.of(
                new Sample<>(
                        Topics.WEBHOOK_REGISTRATIONS, "acme", new OrganisationWebhooks("acme", List.of(webhook()))),
                new Sample<>(
                        Topics.WEBHOOK_CLAIMS,
                        null,
                        new ClaimRecord("dispatcher-1", NOW, positions(), 17, List.of(claimedEvent()))),
                new Sample<>(
                        Topics.WEBHOOK_CLAIMS, null, new ClaimRecord("dispatcher-1", NOW, positions(), 0, List.of())),
                new Sample<>(Topics.WEBHOOK_DELIVERIES, "w", ended(Outcome.DELIVERED, 204, NOW, 38L, null)),
                new Sample<>(Topics.WEBHOOK_DELIVERIES, "w", attempted("thanks", null)),
                new Sample<>(Topics.WEBHOOK_DELIVERIES, "w", attempted(null, ConnectionFault.TLS)),
                new Sample<>(Topics.WEBHOOK_DELIVERIES, "w", attempted(null, ConnectionFault.NAME_NOT_RESOLVED)),
                new Sample<>(Topics.WEBHOOK_DELIVERIES, "w", attempted(null, ConnectionFault.NO_ANSWER)),
                new Sample<>(Topics.WEBHOOK_DELIVERIES, "w", ended(Outcome.UNKNOWN, null, null, null, null)),
                new Sample<>(
                        Topics.WEBHOOK_TESTS,
                        "w",
                        new SampleEvent(ID, "acme", Mode.LIVE, "w", NOW, webhook(), new ChargerConnected("CP 1"))));
    }

    private static Stream<Sample<?, ?>> quotas() {
        return Stream.of(
                new Sample<>(Topics.API_CALLS, "acme", new ApiCall(ID, "acme", NOW, Tier.FREE, 50, false)),
                new Sample<>(Topics.API_CALLS, "acme", new ApiCall(ID, "acme", NOW, Tier.FREE, 50, true, ID, null)),
                new Sample<>(
                        Topics.API_CALLS,
                        "acme",
                        new ApiCall(ID, "acme", NOW, Tier.SCALE, Tier.UNLIMITED, false).times(32)),
                new Sample<>(
                        Topics.QUOTA_DECISIONS,
                        "acme",
                        new QuotaDecision(ID, "acme", LocalDate.EPOCH, true, Tier.UNLIMITED, 1)),
                usage(new DailyUsage("acme", LocalDate.EPOCH, 7, 50)));
    }

    private static Sample<?, ?> usage(DailyUsage usage) {
        return new Sample<>(Topics.DAILY_USAGE, usage.key(), usage);
    }

    private static WebhookRegistration webhook() {
        return new WebhookRegistration(
                "w",
                Mode.LIVE,
                "https://example.com/",
                Set.of(EventType.CHARGER_BOOT),
                true,
                List.of(new SigningSecret("0123456789abcdef", null), new SigningSecret("fedcba9876543210", NOW)));
    }

    private static DeliveryRecord attempted(@Nullable String answer, @Nullable ConnectionFault fault) {
        var attempt = new Attempt("https://example.com/", Map.of("webhook-id", ID.toString()), "{}", answer, fault);
        return ended(Outcome.REJECTED, 500, NOW, 38L, attempt);
    }

    private static DeliveryRecord.Ended ended(
            Outcome outcome,
            @Nullable Integer status,
            @Nullable Instant attemptedAt,
            @Nullable Long durationMs,
            @Nullable Attempt attempt) {
        var claim = new DeliveryRecord.Claimed(ID, "acme", Mode.LIVE, "w", ID, EventType.CHARGER_BOOT, NOW);
        return DeliveryRecord.Ended.of(claim, outcome, status, attemptedAt, durationMs, NOW, attempt);
    }

    private static ClaimedEvent claimedEvent() {
        return new ClaimedEvent(
                ID, "acme", Mode.TEST, EventType.CHARGER_BOOT, "charger-events", 17, List.of("w", "other"));
    }

    private static Map<String, Long> positions() {
        return Map.of("charger-events", 18L, "connector-events", 0L, "transaction-events", 4L, "webhook-tests", 1L);
    }

    private static Stream<Sample<?, ?>> sandbox() {
        ObjectNode payload = Json.mapper().createObjectNode().put("idTag", "TAG");
        SandboxCommand command =
                new SandboxCommand(ID, "acme", "CP 1", CommandAction.REMOTE_START_TRANSACTION, payload, 10, NOW);
        SandboxRun run = SandboxRun.begun(ID, "remoteStart", NOW, NOW);
        SandboxRun further =
                run.done(new SandboxRun.Step("plugIn", NOW), 0).sending(command).answered("accepted");
        return Stream.of(
                new Sample<>(
                        Topics.SANDBOX_CHARGERS,
                        CHARGER,
                        new SandboxCharger(
                                "acme",
                                "CP 1",
                                "enc:v1:1:x",
                                true,
                                SandboxProtocol.OCPP_2_0_1,
                                1,
                                60,
                                11_000,
                                Map.of("Reset", "silence"),
                                NOW)),
                new Sample<>(Topics.SANDBOX_CHARGERS, CHARGER, null),
                new Sample<>(Topics.SANDBOX_ORDERS, CHARGER, new SandboxOrder.Use(NOW)),
                new Sample<>(Topics.SANDBOX_ORDERS, CHARGER, new SandboxOrder.Act(NOW, SandboxAction.SWIPE, "TAG", 60)),
                new Sample<>(Topics.SANDBOX_ORDERS, CHARGER, new SandboxOrder.Act(NOW, SandboxAction.REBOOT, null, 1)),
                new Sample<>(Topics.SANDBOX_ORDERS, CHARGER, new SandboxOrder.Run(NOW, ID, "normalSession", 1)),
                new Sample<>(Topics.SANDBOX_ORDERS, CHARGER, new SandboxOrder.CommandEnded(NOW, ID, "timed_out")),
                new Sample<>(
                        Topics.SANDBOX_STATES,
                        CHARGER,
                        new SandboxState(
                                "acme",
                                "CP 1",
                                NOW,
                                "{}",
                                -1,
                                NOW,
                                new SandboxState.Equipment(SandboxProtocol.OCPP_1_6, 60, 11_000),
                                new SandboxState.Shown(true, true, ID, 7, 1_200, 0),
                                List.of(further, run.ended(NOW, null), run.ended(NOW, "why")))),
                new Sample<>(Topics.SANDBOX_STATES, CHARGER, null),
                new Sample<>(Topics.SANDBOX_COMMANDS, CHARGER, command));
    }
}
