package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import eu.chargetime.ocpp.model.core.ChargePointStatus;
import io.plugstream.simulator.charger.ChargerModel;
import io.plugstream.simulator.fleet.ChargerAddress;
import io.plugstream.simulator.fleet.Fleet;
import io.plugstream.simulator.ocpp2.Ocpp201;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The portal in a real browser: Debian's Chromium. Where there is none the tests are skipped, unless {@code
 * plugstream.browser} is {@code required}.
 */
class PortalIT {

    private static final String HOSTILE = "<img src=x onerror=\"document.title='owned'\">";

    /** Calls of pages, but not their stream. */
    private static final Pattern READS = Pattern.compile(".*/portal/api/live/(?!events).*");

    private static final List<String> PAGES =
            List.of("Overview", "Chargers", "Transactions", "Webhooks", "Live events", "API keys", "Organisation");

    private static Platform platform;
    private static @Nullable Chromium chromium;

    private Chromium.Window window;
    private BrowserContext context;
    private Page page;
    private List<String> complaints;

    @BeforeAll
    static void start() throws IOException {
        Chromium.assumeThere();
        platform = SharedPlatform.get();
        chromium = Chromium.start(platform);
    }

    @AfterAll
    static void stop() {
        Chromium started = chromium;
        if (started != null) {
            started.close();
        }
    }

    @BeforeEach
    void open() {
        window = Objects.requireNonNull(chromium).window();
        context = window.context();
        page = window.page();
        complaints = window.complaints();
    }

    @AfterEach
    void complainOfNothing() {
        window.complainOfNothing();
        window.close();
    }

    private void signIn() {
        page.navigate(platform.api() + "/portal");
        page.getByRole(AriaRole.LINK, named("Sign in")).click();
        page.getByText("of a new organisation").click();
        PlaywrightAssertions.assertThat(heading("Overview")).isVisible();
    }

    private Locator heading(String name) {
        return page.getByRole(AriaRole.HEADING, named(name).setLevel(1));
    }

    private static Page.GetByRoleOptions named(String name) {
        return new Page.GetByRoleOptions().setName(name).setExact(true);
    }

    private void go(String name) {
        page.getByRole(AriaRole.NAVIGATION, named("Pages"))
                .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName(name))
                .click();
    }

    @Test
    void personMakesAKeyThatWorksAndRevokesIt() {
        signIn();
        go("API keys");
        PlaywrightAssertions.assertThat(page.getByText("There is no live key yet"))
                .isVisible();
        page.getByLabel("Name").fill(HOSTILE);
        page.getByRole(AriaRole.BUTTON, named("Create live key")).click();

        var secret = page.locator("[data-test=secret]");
        String key = secret.textContent();
        assertThat(key).startsWith("plug_live_");
        assertThat(status(key)).isEqualTo(200);
        look("key");
        var close = page.getByRole(AriaRole.BUTTON, named("Close"));
        PlaywrightAssertions.assertThat(close).isDisabled();
        page.keyboard().press("Escape");
        PlaywrightAssertions.assertThat(secret).isVisible();
        page.getByLabel("I have stored it").check();
        close.click();

        PlaywrightAssertions.assertThat(page.getByRole(AriaRole.CELL, named(HOSTILE)))
                .isVisible();
        assertThat(page.content()).doesNotContain(key);
        page.getByRole(AriaRole.BUTTON, named("Revoke " + HOSTILE)).click();
        var revoke = page.getByRole(AriaRole.BUTTON, named("Revoke"));
        PlaywrightAssertions.assertThat(revoke).isDisabled();
        page.getByRole(AriaRole.DIALOG).getByLabel("Name").fill(HOSTILE);
        revoke.click();
        PlaywrightAssertions.assertThat(page.getByText("There is no live key yet"))
                .isVisible();
        assertThat(status(key)).isEqualTo(401);
        assertThat(page.title()).isEqualTo("API keys · Plugstream");
    }

    @Test
    void chargerThatConnectsTurnsOnlineWithoutAsking() throws Exception {
        signIn();
        go("Chargers");
        page.getByLabel("Charge box id").fill("CP-1");
        page.getByLabel("Name, if you like").fill(HOSTILE);
        page.getByRole(AriaRole.BUTTON, named("Register")).click();
        PlaywrightAssertions.assertThat(page.getByRole(AriaRole.HEADING, named("Password of CP-1")))
                .isVisible();
        String password = page.locator("[data-test=secret]").textContent();
        String connectionUrl = page.locator("dialog pre").textContent().replaceFirst("(?s)Address +(\\S+).*", "$1");
        page.getByLabel("I have stored it").check();
        page.getByRole(AriaRole.BUTTON, named("Close")).click();
        PlaywrightAssertions.assertThat(heading("CP-1")).isVisible();
        go("Chargers");
        PlaywrightAssertions.assertThat(page.getByText(HOSTILE)).isVisible();
        PlaywrightAssertions.assertThat(page.getByText("offline", exact())).isVisible();

        Page other = context.newPage();
        other.navigate(platform.api() + "/portal/live/chargers");
        PlaywrightAssertions.assertThat(other.getByText("offline", exact())).isVisible();
        try (ChargePoint charger = new ChargePoint("CP-1", connectionUrl, password)) {
            charger.connect();
            // One of them reads the stream; both show what it says.
            PlaywrightAssertions.assertThat(other.getByText("online", exact())).isVisible();
            PlaywrightAssertions.assertThat(page.getByText("online", exact())).isVisible();
            look("chargers");
        }
        PlaywrightAssertions.assertThat(page.getByText("offline", exact())).isVisible();
        assertThat(page.title()).isEqualTo("Chargers · Plugstream");
    }

    @Test
    void personWatchesASessionGrowAndEnd() throws Exception {
        signIn();
        ChargePoint charger = registerCharger("CP-1");
        go("Transactions");
        PlaywrightAssertions.assertThat(page.getByText("Nothing has been charged yet"))
                .isVisible();
        try (charger) {
            connect(charger);
            int transactionId = charger.start(charger.startRequest(1, "<b>tag</b>", 1_000));
            Locator link = page.getByRole(AriaRole.LINK, named(Integer.toString(transactionId)));
            PlaywrightAssertions.assertThat(link).isVisible();
            PlaywrightAssertions.assertThat(page.getByRole(AriaRole.CELL, named("<b>tag</b>")))
                    .isVisible();
            link.click();
            PlaywrightAssertions.assertThat(heading("Transaction " + transactionId))
                    .isVisible();
            charger.meterValue(1, transactionId, "3.5");
            PlaywrightAssertions.assertThat(page.locator("[data-test=energy]")).containsText("2.5 kWh");
            PlaywrightAssertions.assertThat(page.getByRole(AriaRole.IMG)).hasCount(2);

            page.route(READS, Route::abort);
            charger.meterValue(1, transactionId, "4.0");
            PlaywrightAssertions.assertThat(page.getByText("was read before and may be old"))
                    .isVisible();
            PlaywrightAssertions.assertThat(page.locator("[data-test=energy]")).containsText("2.5 kWh");
            page.unroute(READS);
            complaints.removeIf(complaint -> complaint.contains("ERR_FAILED"));
            page.getByRole(AriaRole.BUTTON, named("Try again")).click();
            PlaywrightAssertions.assertThat(page.locator("[data-test=energy]")).containsText("3 kWh");

            charger.stop(charger.stopRequest(transactionId, 5_000));
            PlaywrightAssertions.assertThat(page.locator("[data-test=status]")).hasText("completed");
            PlaywrightAssertions.assertThat(page.locator("[data-test=energy]")).containsText("4 kWh");
            page.getByText("As a table").click();
            PlaywrightAssertions.assertThat(page.getByRole(AriaRole.CELL, named("2.5 kWh")))
                    .isVisible();
            isForEveryone("transaction");
        }
        assertThat(page.title()).contains("Transactions · Plugstream");
    }

    @Test
    void filtersOfTransactionsStandInTheAddress() throws Exception {
        signIn();
        ChargePoint charger = registerCharger("CP-1");
        int transactionId;
        try (charger) {
            connect(charger);
            transactionId = charger.start(charger.startRequest(1, "TAG-1", 0));
            charger.stop(charger.stopRequest(transactionId, 10));
        }
        go("Transactions");
        Locator found = page.getByRole(AriaRole.LINK, named(Integer.toString(transactionId)));
        PlaywrightAssertions.assertThat(found).isVisible();
        Download sheet = page.waitForDownload(() ->
                page.getByRole(AriaRole.BUTTON, named("All of them as CSV")).click());
        assertThat(sheet.suggestedFilename()).isEqualTo("transactions-live.csv");
        assertThat(Files.readString(sheet.path()))
                .startsWith("transactionId,")
                .contains("\r\n" + transactionId + ",CP-1,");
        page.getByLabel("Status").selectOption("active");
        page.getByRole(AriaRole.BUTTON, named("Filter")).click();
        PlaywrightAssertions.assertThat(page.getByText("No transaction is like that"))
                .isVisible();
        assertThat(page.url()).endsWith("?status=active");
        page.reload();
        PlaywrightAssertions.assertThat(page.getByLabel("Status")).hasValue("active");
        PlaywrightAssertions.assertThat(page.getByText("No transaction is like that"))
                .isVisible();
        page.goBack();
        PlaywrightAssertions.assertThat(found).isVisible();
        page.getByLabel("Charger").fill("CP-1");
        page.getByLabel("Started before").fill("2099-01-31T09:00:01");
        page.getByLabel("Charger").press("Enter");
        PlaywrightAssertions.assertThat(page).hasURL(Pattern.compile("\\?chargeBoxId=CP-1&to=2099-01-3.*Z$"));
        PlaywrightAssertions.assertThat(found).isVisible();
        page.navigate(platform.api() + "/portal/live/transactions?from=yesterday");
        PlaywrightAssertions.assertThat(page.getByRole(AriaRole.ALERT)).containsText("from");
        complaints.removeIf(complaint -> complaint.contains("status of 400"));
        page.getByText("All transactions").click();
        PlaywrightAssertions.assertThat(found).isVisible();
        page.navigate(platform.api() + "/portal/live/transactions/2147483647");
        PlaywrightAssertions.assertThat(page.getByText("There is no such live transaction"))
                .isVisible();
        complaints.removeIf(complaint -> complaint.contains("status of 404"));
    }

    @Test
    void personStartsAChargeFromThePage() throws Exception {
        signIn();
        ChargePoint charger = registerCharger("CP 1'%");
        page.getByRole(AriaRole.LINK, named("CP 1'%")).click();
        PlaywrightAssertions.assertThat(heading("CP 1'%")).isVisible();
        Locator connection = page.locator("[data-test=connection]");
        PlaywrightAssertions.assertThat(connection).containsText("Not connected");
        page.getByLabel("idTag", new Page.GetByLabelOptions().setExact(true)).fill(HOSTILE.substring(0, 20));
        Locator payload = page.getByLabel("Payload as JSON");
        PlaywrightAssertions.assertThat(payload).hasValue(Pattern.compile("\"idTag\": \"<img src=x"));
        Locator send = page.getByRole(AriaRole.BUTTON, named("Send"));
        send.click();
        PlaywrightAssertions.assertThat(page.getByRole(AriaRole.ALERT)).containsText("connect");
        complaints.removeIf(complaint -> complaint.contains("status of 409"));
        try (charger) {
            connect(charger);
            PlaywrightAssertions.assertThat(connection).containsText("Connected with ocpp1.6");
            charger.boot(HOSTILE.substring(0, 20), "One");
            charger.status(1, ChargePointStatus.Preparing, "");
            PlaywrightAssertions.assertThat(page.locator("[data-test=connector-status]"))
                    .hasText("Preparing");
            // What was filled in is still there.
            send.click();
            PlaywrightAssertions.assertThat(page.locator("[data-test=command-status]"))
                    .hasText("accepted");
            int transactionId = charger.start(charger.startRequest(1, HOSTILE.substring(0, 20), 0));
            Locator began = page.locator("[data-test=command]")
                    .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName("transaction " + transactionId));
            PlaywrightAssertions.assertThat(began).isVisible();
            Locator past = page.locator("[data-test=past-command]");
            PlaywrightAssertions.assertThat(past).hasCount(1);
            PlaywrightAssertions.assertThat(past).containsText("RemoteStartTransaction");
            PlaywrightAssertions.assertThat(past.getByRole(AriaRole.LINK)).hasText(Integer.toString(transactionId));
            isForEveryone("charger");
            began.click();
            page.getByText("Stop it with a command").click();
            PlaywrightAssertions.assertThat(
                            page.locator("command-console select").first())
                    .hasValue("RemoteStopTransaction");
            PlaywrightAssertions.assertThat(payload)
                    .hasValue(Pattern.compile("\"transactionId\": " + transactionId + "\\b"));
        }
    }

    /** With true attempts at the real gateway; what it says of them is on the page without asking. */
    @Test
    void personSeesWhyAChargerIsNotLetIn() throws Exception {
        signIn();
        ChargePoint charger = registerCharger("CP-1");
        String url;
        try (charger) {
            connect(charger);
            page.getByRole(AriaRole.LINK, named("CP-1")).click();
            url = page.locator("copy-text code").first().textContent();
            PlaywrightAssertions.assertThat(page.locator("[data-test=connection]"))
                    .containsText("Connected with ocpp1.6");
        }
        PlaywrightAssertions.assertThat(page.locator("[data-test=connection]")).containsText("Not connected");
        PlaywrightAssertions.assertThat(page.getByText("None in the last 7 days"))
                .isVisible();
        Locator refusals = page.locator("[data-test=refusal]");

        assertThat(refused(url, "ocpp1.6")).isEqualTo(401);
        PlaywrightAssertions.assertThat(refusals)
                .hasCount(1, new LocatorAssertions.HasCountOptions().setTimeout(2_000));
        PlaywrightAssertions.assertThat(refusals.first()).containsText("Wrong password");
        assertThat(refused(url + "/CP-1", "ocpp1.6")).isEqualTo(404);
        PlaywrightAssertions.assertThat(refusals).hasCount(2);
        PlaywrightAssertions.assertThat(refusals.first()).containsText("Wrong path");
        isForEveryone("charger-refused");

        go("Chargers");
        PlaywrightAssertions.assertThat(refusals).hasCount(2);
        assertThat(refused(url.replace("/CP-1", "/cp-1"), "ocpp1.6")).isEqualTo(404);
        PlaywrightAssertions.assertThat(refusals).hasCount(3);
        PlaywrightAssertions.assertThat(refusals.first()).containsText("Unknown id");
        PlaywrightAssertions.assertThat(refusals.first()).containsText("cp-1");
        isForEveryone("chargers-refused");
    }

    /** From the charger's own socket through gateway, Kafka and API to the page, and not after the page closed the stream. */
    @Test
    void personSeesTheFramesOfAChargerForAsLongAsTheyWant() throws Exception {
        signIn();
        ChargePoint charger = registerCharger("CP-1");
        try (charger) {
            connect(charger);
            page.getByRole(AriaRole.LINK, named("CP-1")).click();
            Locator state = page.locator("[data-test=frames-state]");
            Locator frames = page.locator("[data-test=frame]");
            PlaywrightAssertions.assertThat(state).hasText("No frames are shown now.");
            page.getByRole(AriaRole.BUTTON, named("Show frames")).press("Enter");
            PlaywrightAssertions.assertThat(state).containsText("until");

            charger.boot(HOSTILE.substring(0, 20), "One");
            PlaywrightAssertions.assertThat(frames).hasCount(2);
            PlaywrightAssertions.assertThat(frames.last()).containsText("From the charger");
            PlaywrightAssertions.assertThat(frames.last()).containsText("BootNotification");
            PlaywrightAssertions.assertThat(frames.last()).containsText(HOSTILE.substring(0, 19));
            PlaywrightAssertions.assertThat(frames.first()).containsText("To the charger");
            PlaywrightAssertions.assertThat(frames.first()).containsText("BootNotification");
            charger.start(charger.startRequest(1, "HIDDEN-TAG", 0));
            PlaywrightAssertions.assertThat(frames).hasCount(4);
            PlaywrightAssertions.assertThat(frames.nth(1)).containsText("\"idTag\":\"***\"");
            assertThat(page.locator("live-frames").textContent()).doesNotContain("HIDDEN-TAG");
            isForEveryone("charger-frames");

            page.getByRole(AriaRole.BUTTON, named("Stop showing frames")).click();
            PlaywrightAssertions.assertThat(state).hasText("No frames are shown now.");
            charger.status(1, ChargePointStatus.Charging, "");
            PlaywrightAssertions.assertThat(page.locator("[data-test=connector-status]"))
                    .hasText("Charging");
            PlaywrightAssertions.assertThat(frames).hasCount(4);
            page.getByRole(AriaRole.BUTTON, named("Clear frames")).click();
            PlaywrightAssertions.assertThat(frames).hasCount(0);
        }
    }

    @Test
    void endAndRefusalOfAStreamOfFramesHaveWords() {
        signIn();
        registerCharger("CP-1");
        page.getByRole(AriaRole.LINK, named("CP-1")).click();
        Locator state = page.locator("[data-test=frames-state]");
        page.route(
                "**/chargers/CP-1/frames",
                route -> route.fulfill(new Route.FulfillOptions()
                        .setContentType("text/event-stream")
                        .setBody("""
                                event:on
                                data:{"until":"2026-01-31T09:00:00.000Z"}

                                :heartbeat

                                event:end
                                data:{"detail":""}

                                """)));
        page.getByRole(AriaRole.BUTTON, named("Show frames")).click();
        PlaywrightAssertions.assertThat(state).containsText("The time is up.");
        page.unroute("**/chargers/CP-1/frames");
        page.route(
                "**/chargers/CP-1/frames",
                route -> route.fulfill(new Route.FulfillOptions()
                        .setStatus(429)
                        .setContentType("application/problem+json")
                        .setBody(
                                "{\"title\":\"Too many streams\",\"detail\":\"" + HOSTILE.replace("\"", "'") + "\"}")));
        page.getByRole(AriaRole.BUTTON, named("Show frames")).click();
        PlaywrightAssertions.assertThat(page.locator("live-frames").getByRole(AriaRole.ALERT))
                .containsText("Too many streams");
        PlaywrightAssertions.assertThat(state).hasText("No frames are shown now.");
        complaints.removeIf(complaint -> complaint.contains("status of 429"));
    }

    /** Those that take long to bring about, and one that a later release may know. */
    @Test
    void everyReasonOfARefusalHasWords() {
        signIn();
        registerCharger("CP-1");
        List<String> reasons = List.of("wrong_subprotocol", "tls", "too_many_attempts", "<b>new</b>");
        page.route(
                Pattern.compile(".*/chargers/CP-1/handshakes.*"),
                route -> route.fulfill(new Route.FulfillOptions()
                        .setContentType("application/json")
                        .setBody("{\"handshakes\":["
                                + reasons.stream()
                                        .map(
                                                reason ->
                                                        "{\"id\":\"1\",\"chargeBoxId\":\"CP-1\",\"reason\":\"" + reason
                                                                + "\",\"address\":\"192.0.2.7\",\"refusedAt\":\"2026-01-31T09:00:00.000Z\"}")
                                        .collect(Collectors.joining(","))
                                + "]}")));
        page.getByRole(AriaRole.LINK, named("CP-1")).click();
        Locator refusals = page.locator("[data-test=refusal]");
        PlaywrightAssertions.assertThat(refusals.nth(0)).containsText("neither ocpp1.6 nor ocpp2.0.1");
        PlaywrightAssertions.assertThat(refusals.nth(1)).containsText("certificate");
        PlaywrightAssertions.assertThat(refusals.nth(2)).containsText("Wait a minute");
        PlaywrightAssertions.assertThat(refusals.nth(3)).containsText("<b>new</b>");
    }

    /** The status with which the gateway refuses a charger that gives a wrong password. */
    private static int refused(String url, String protocol) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            var attempt = client.newWebSocketBuilder()
                    .subprotocols(protocol)
                    .header(
                            "Authorization",
                            "Basic "
                                    + Base64.getEncoder().encodeToString("CP-1:wrong".getBytes(StandardCharsets.UTF_8)))
                    .buildAsync(URI.create(url), new WebSocket.Listener() {});
            return attempt.handle((_, failure) -> failure)
                    .thenApply(failure -> failure.getCause() instanceof WebSocketHandshakeException refusal
                            ? refusal.getResponse().statusCode()
                            : ((WebSocketHandshakeException) failure)
                                    .getResponse()
                                    .statusCode())
                    .join();
        }
    }

    @Test
    void formAndJsonAreOnePayload() {
        signIn();
        registerCharger("CP-1");
        page.getByRole(AriaRole.LINK, named("CP-1")).click();
        page.locator("command-console select").first().selectOption("SetChargingProfile");
        Locator payload = page.getByLabel("Payload as JSON");
        page.getByLabel("connectorId").fill("1");
        page.getByLabel("stackLevel").fill("2");
        page.getByLabel("limit").fill("16.5");
        page.getByRole(AriaRole.BUTTON, named("Add chargingSchedulePeriod")).click();
        PlaywrightAssertions.assertThat(page.getByLabel("limit")).hasCount(2);
        PlaywrightAssertions.assertThat(payload).hasValue(Pattern.compile("\"stackLevel\": 2\\b"));
        PlaywrightAssertions.assertThat(payload).hasValue(Pattern.compile("\"limit\": 16\\.5\\b"));
        page.getByRole(AriaRole.BUTTON, named("Remove chargingSchedulePeriod 2"))
                .click();
        PlaywrightAssertions.assertThat(page.getByRole(AriaRole.BUTTON, named("Add chargingSchedulePeriod")))
                .isFocused();
        isForEveryone("console");
        payload.fill("{\"connectorId\": ");
        PlaywrightAssertions.assertThat(page.getByText("This is not JSON yet")).isVisible();
        PlaywrightAssertions.assertThat(page.getByRole(AriaRole.BUTTON, named("Send")))
                .isDisabled();
        payload.fill("{\"connectorId\": 7}");
        PlaywrightAssertions.assertThat(page.getByLabel("connectorId")).hasValue("7");
        page.locator("command-console select").first().selectOption("Reset");
        PlaywrightAssertions.assertThat(payload).hasValue("{}");
    }

    /** Each form sends what the API takes, and asks for all that the API wants. */
    @Test
    void formsKnowWhatTheApiTakes() {
        signIn();
        registerCharger("CP-1");
        assertThat(page.evaluate(EVERY_ACTION, false))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .isEmpty();
        complaints.removeIf(complaint -> complaint.contains("status of 400") || complaint.contains("status of 409"));
    }

    /** The same for a charger that spoke OCPP 2.0.1 last. */
    @Test
    void formsKnowWhatTheApiTakesForAStation() throws Exception {
        signIn();
        try (Fleet fleet = new Fleet(Clock.systemUTC())) {
            connectStation(fleet, register("CP-1"));
        }
        PlaywrightAssertions.assertThat(page.getByText("offline", exact()))
                .isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(30_000));
        assertThat(page.evaluate(EVERY_ACTION, true))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .isEmpty();
        complaints.removeIf(complaint -> complaint.contains("status of 400") || complaint.contains("status of 409"));
    }

    @Test
    void personAsksAStationForAReport() throws Exception {
        signIn();
        try (Fleet fleet = new Fleet(Clock.systemUTC())) {
            connectStation(fleet, register("CP-1"));
            page.getByRole(AriaRole.LINK, named("CP-1")).click();
            PlaywrightAssertions.assertThat(page.locator("[data-test=connection]"))
                    .containsText("Connected with ocpp2.0.1");
            PlaywrightAssertions.assertThat(page.getByRole(AriaRole.COLUMNHEADER, named("EVSE")))
                    .isVisible();
            PlaywrightAssertions.assertThat(page.getByText("connector 1: Available"))
                    .isVisible();

            Locator actions = page.locator("command-console select").first();
            Locator ended = page.locator("[data-test=command]").first();
            actions.selectOption("SetVariableMonitoring");
            page.getByLabel("value", exactLabel()).fill("9000.5");
            page.getByRole(AriaRole.COMBOBOX, named("type")).selectOption("UpperThreshold");
            page.getByLabel("severity").fill("4");
            page.getByLabel("name", exactLabel()).first().fill("EVSE");
            page.getByLabel("with evse").check();
            page.getByLabel("id", exactLabel()).fill("1");
            page.getByLabel("name", exactLabel()).last().fill("Power");
            isForEveryone("console-station");
            page.getByRole(AriaRole.BUTTON, named("Send")).click();
            PlaywrightAssertions.assertThat(ended.locator("[data-test=command-status]"))
                    .hasText("accepted");

            actions.selectOption("GetMonitoringReport");
            page.getByRole(AriaRole.BUTTON, named("Send")).click();
            Locator report = ended.locator("[data-test=report]");
            PlaywrightAssertions.assertThat(report).hasText("1 entries. Nothing more will come.");
            PlaywrightAssertions.assertThat(ended).containsText("UpperThreshold");
            actions.selectOption("GetBaseReport");
            page.getByLabel("reportBase").selectOption("FullInventory");
            page.getByRole(AriaRole.BUTTON, named("Send")).click();
            PlaywrightAssertions.assertThat(report)
                    .hasText(Pattern.compile("[2-9][0-9] entries\\. Nothing more will come\\."));
            isForEveryone("report-station");
        }
    }

    private static Page.GetByLabelOptions exactLabel() {
        return new Page.GetByLabelOptions().setExact(true);
    }

    /** A simulated charger of OCPP 2.0.1; returns when the page shows it. */
    private void connectStation(Fleet fleet, Registered registered) {
        fleet.charger(
                        new ChargerAddress(
                                URI.create(registered.connectionUrl()),
                                registered.chargeBoxId(),
                                registered.password()),
                        new Ocpp201(),
                        ChargerModel.wallbox("STATION"))
                .start();
        PlaywrightAssertions.assertThat(page.getByText("online", exact()))
                .isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(30_000));
    }

    /**
     * Sends each action of the forms with all its fields: the charger is offline, so the payload was right if that is the
     * complaint. Then without each required field, which has to be the one fault.
     */
    private static final String EVERY_ACTION = """
            async (isStation) => {
              const script = document.querySelector('script[type=module]').src;
              const { ACTIONS } = await import(script.replace('portal.js', 'commands/actions.js'));
              const { SHARED_ACTIONS, STATION_ACTIONS } =
                await import(script.replace('portal.js', 'commands/station-actions.js'));
              const isTaken = (member) => isStation || !member.isForStations;
              const examples = {
                whole: () => 1,
                tenths: () => 1.5,
                decimal: () => 1.000001,
                flag: () => true,
                lines: () => 'x',
                moment: () => '2099-01-31T09:00:00.000Z',
                address: () => 'https://example.com/file',
                text: () => 'x',
                choice: (shape) => shape.words[0],
                list: (shape) => [example(shape.of)],
                object: (shape) => Object.fromEntries(
                  shape.members.filter(isTaken).map((one) => [one.name, example(one.shape)])),
              };
              const example = (shape) => examples[shape.kind](shape);
              const places = (shape, path) => {
                if (shape.kind === 'list') {
                  return places(shape.of, [...path, 0]);
                }
                return (shape.members ?? []).filter(isTaken).flatMap((one) => [
                  ...(one.isRequired ? [[...path, one.name]] : []),
                  ...places(one.shape, [...path, one.name]),
                ]);
              };
              const send = async (action, payload) => {
                const answer = await fetch('/portal/api/live/chargers/CP-1/commands', {
                  method: 'POST',
                  headers: { 'Content-Type': 'application/json' },
                  body: JSON.stringify({ action, payload }),
                });
                return answer.json();
              };
              const wrong = [];
              for (const action of isStation ? [...ACTIONS, ...STATION_ACTIONS, ...SHARED_ACTIONS] : ACTIONS) {
                const { name, members } = action;
                const whole = { kind: 'object', members };
                const full = await send(name, example(whole));
                if (full.type !== '/problems/charger-not-connected') {
                  wrong.push(`${name}: ${JSON.stringify(full)}`);
                }
                if (SHARED_ACTIONS.includes(action)) {
                  // What is left may be a payload of OCPP 1.6.
                  continue;
                }
                for (const place of places(whole, [])) {
                  const payload = example(whole);
                  delete place.slice(0, -1).reduce((at, part) => at[part], payload)[place.at(-1)];
                  const { errors = [] } = await send(name, payload);
                  if (errors.length !== 1 || !errors[0].field.endsWith(place.at(-1)) || errors[0].message !== 'is required') {
                    wrong.push(`${name} without ${place.join('.')}: ${JSON.stringify(errors)}`);
                  }
                }
              }
              const amounts = [ACTIONS, STATION_ACTIONS].map((actions) => actions.length).join();
              return amounts === '19,26' ? wrong : [`${amounts} actions`, ...wrong];
            }
            """;

    @Test
    void chargerGetsANewPasswordAndIsDeleted() throws Exception {
        signIn();
        ChargePoint former = registerCharger("CP-1");
        page.getByRole(AriaRole.LINK, named("CP-1")).click();
        String connectionUrl = page.locator("copy-text code").first().textContent();
        page.getByRole(AriaRole.BUTTON, named("New password")).click();
        Locator make = page.getByRole(AriaRole.BUTTON, named("Make a new password"));
        PlaywrightAssertions.assertThat(make).isDisabled();
        page.getByRole(AriaRole.DIALOG).getByLabel("Charge box id").fill("CP-1");
        make.click();
        Locator secret = page.locator("[data-test=secret]");
        PlaywrightAssertions.assertThat(secret).isVisible();
        String password = secret.textContent();
        page.getByLabel("I have stored it").check();
        page.getByRole(AriaRole.BUTTON, named("Close")).click();
        PlaywrightAssertions.assertThat(secret).hasCount(0);
        PlaywrightAssertions.assertThat(page.getByRole(AriaRole.DIALOG)).hasCount(0);
        try (ChargePoint charger = new ChargePoint("CP-1", connectionUrl, password)) {
            connect(charger);
            PlaywrightAssertions.assertThat(page.locator("[data-test=status]")).hasText("online");
            assertThatThrownBy(former::connect).isInstanceOf(ExecutionException.class);
            page.getByRole(AriaRole.BUTTON, named("Delete CP-1")).click();
            page.getByRole(AriaRole.DIALOG).getByLabel("Charge box id").fill("CP-1");
            page.getByRole(AriaRole.BUTTON, named("Delete")).click();
            PlaywrightAssertions.assertThat(page.getByText("No charger is registered yet"))
                    .isVisible();
            charger.closed().get(20, TimeUnit.SECONDS);
        }
        page.goBack();
        PlaywrightAssertions.assertThat(page.getByText("No live charger has this id"))
                .isVisible();
        complaints.removeIf(complaint -> complaint.contains("status of 404"));
    }

    @Test
    void webhookIsMadeTriedAndToldOfInWords() throws Exception {
        signIn();
        go("Webhooks");
        PlaywrightAssertions.assertThat(page.getByText("Webhooks need the tier"))
                .isVisible();
        isForEveryone("webhooks-without-tier");
        raiseTier();
        page.reload();
        PlaywrightAssertions.assertThat(page.getByText("There is no webhook yet"))
                .isVisible();
        complaints.removeIf(complaint -> complaint.contains("status of 403"));
        try (RecordingReceiver receiver = new RecordingReceiver()) {
            page.getByLabel("Address").fill(receiver.url() + "?a=%3Cb%3E");
            page.getByText("Sample of transaction.started").click();
            PlaywrightAssertions.assertThat(
                            page.getByText("\"meterStart\": 1500").first())
                    .isVisible();
            page.getByLabel("charger.connected").check();
            isForEveryone("webhooks");
            page.getByRole(AriaRole.BUTTON, named("Create webhook")).click();
            Locator secret = page.locator("[data-test=secret]");
            PlaywrightAssertions.assertThat(secret).containsText("whsec_");
            String former = secret.textContent();
            store();
            page.getByRole(AriaRole.TABLE).getByRole(AriaRole.LINK).click();
            PlaywrightAssertions.assertThat(page.getByText("There is no delivery yet"))
                    .isVisible();

            page.getByLabel("Sample event").selectOption("transaction.stopped");
            page.getByRole(AriaRole.BUTTON, named("Send a test")).click();
            PlaywrightAssertions.assertThat(page.locator("[data-test=test]")).containsText("Your endpoint took it");
            assertThat(receiver.received("transaction.stopped")).hasSize(1);
            assertThat(signatures(receiver.received().getLast())).containsExactly(signature(former, receiver));
            PlaywrightAssertions.assertThat(page.getByRole(
                            AriaRole.CELL, named(receiver.received().getLast().webhookId())))
                    .isVisible();
            Locator row = page.locator("[data-test=delivery]").first();
            row.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Open"))
                    .click();
            PlaywrightAssertions.assertThat(page.locator("[data-test=explanation]"))
                    .containsText("answered 204");
            PlaywrightAssertions.assertThat(page.locator("[data-test=request-headers]"))
                    .containsText(receiver.received().getLast().webhookId());
            PlaywrightAssertions.assertThat(page.locator("[data-test=request-body]"))
                    .containsText("\"event\": \"transaction.stopped\"");
            isForEveryone("webhook");

            page.getByLabel("Outcome").selectOption("rejected");
            page.getByRole(AriaRole.BUTTON, named("Filter")).click();
            PlaywrightAssertions.assertThat(page.getByText("No delivery is like that"))
                    .isVisible();
            assertThat(page.url()).endsWith("?outcome=rejected");
            page.getByText("All deliveries").click();
            PlaywrightAssertions.assertThat(page.getByText("No delivery is like that"))
                    .hasCount(0);

            page.getByRole(AriaRole.BUTTON, named("New secret")).click();
            page.getByLabel("Confirm").fill("new secret");
            page.getByRole(AriaRole.BUTTON, named("Make a new secret")).click();
            PlaywrightAssertions.assertThat(secret).containsText("whsec_");
            String newer = secret.textContent();
            assertThat(newer).isNotEqualTo(former);
            store();
            PlaywrightAssertions.assertThat(page.getByText("requests carry two signatures"))
                    .isVisible();
            page.getByRole(AriaRole.BUTTON, named("Send a test")).click();
            Awaitility.await()
                    .atMost(Organisation.EFFECTIVE.multipliedBy(5))
                    .until(() -> receiver.received().size() == 2);
            assertThat(signatures(receiver.received().getLast()))
                    .containsExactlyInAnyOrder(signature(newer, receiver), signature(former, receiver));
        }
        page.getByRole(AriaRole.BUTTON, named("Pause")).click();
        PlaywrightAssertions.assertThat(page.locator("[data-test=state]")).hasText("paused");
        page.getByRole(AriaRole.BUTTON, named("Delete")).click();
        page.getByLabel("Confirm").fill("delete");
        page.getByRole(AriaRole.BUTTON, named("Delete the webhook")).click();
        PlaywrightAssertions.assertThat(page.getByText("There is no webhook yet"))
                .isVisible();
    }

    @Test
    void webhookThatTheApiRefusesIsToldOf() {
        signIn();
        raiseTier();
        go("Webhooks");
        page.getByLabel("Address").fill("https://user:password@example.com/hook");
        page.getByRole(AriaRole.BUTTON, named("Create webhook")).click();
        PlaywrightAssertions.assertThat(page.getByRole(AriaRole.ALERT)).containsText("url");
        complaints.removeIf(complaint -> complaint.contains("status of 400"));
        page.navigate(platform.api() + "/portal/live/webhooks/0192f0c1-8b10-7d07-8f6f-0c9a4b1de3a2");
        PlaywrightAssertions.assertThat(page.getByText("There is no such live webhook"))
                .isVisible();
        complaints.removeIf(complaint -> complaint.contains("status of 404"));
    }

    /** What an operator does; returns when the API knows it. */
    private void raiseTier() {
        Organisation.setTier(platform, organisation(), "Starter");
        Awaitility.await()
                .atMost(Organisation.EFFECTIVE.multipliedBy(5))
                .until(() -> page.evaluate("fetch('/portal/api/live/webhooks').then(a => a.status)")
                        .equals(200));
        complaints.removeIf(complaint -> complaint.contains("status of 403"));
    }

    private void store() {
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        dialog.getByLabel("I have stored it").check();
        dialog.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Close"))
                .click();
        PlaywrightAssertions.assertThat(dialog).hasCount(0);
    }

    private static List<String> signatures(RecordingReceiver.Received received) {
        return List.of(
                received.headers().firstValue("webhook-signature").orElseThrow().split(" ", -1));
    }

    /** What Standard Webhooks wants on the newest request. */
    private static String signature(String secret, RecordingReceiver receiver) throws GeneralSecurityException {
        var received = receiver.received().getLast();
        String timestamp = received.headers().firstValue("webhook-timestamp").orElseThrow();
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
        String signed = received.webhookId() + '.' + timestamp + '.' + received.body();
        return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void eventsAppearAsTheyHappenAndCanBeHeld() throws Exception {
        signIn();
        ChargePoint charger = registerCharger("CP-1");
        go("Live events");
        PlaywrightAssertions.assertThat(page.getByText("Nothing like that")).isVisible();
        Locator rows = page.locator("[data-test=events] > li");
        try (charger) {
            connect(charger);
            PlaywrightAssertions.assertThat(rows).hasCount(1);
            charger.boot(HOSTILE.substring(0, 20), "One");
            PlaywrightAssertions.assertThat(rows).hasCount(2);
            PlaywrightAssertions.assertThat(rows.first()).containsText("charger.boot");
            rows.first().getByText("JSON").click();
            PlaywrightAssertions.assertThat(rows.first()).containsText("\"vendor\": \"<img");
            isForEveryone("events-listed");
            page.getByRole(AriaRole.BUTTON, named("Hold the list")).click();
            charger.status(1, ChargePointStatus.Available, "");
            PlaywrightAssertions.assertThat(page.getByText("Held; 1 came since."))
                    .isVisible();
            PlaywrightAssertions.assertThat(rows).hasCount(2);
            page.getByRole(AriaRole.BUTTON, named("Hold the list")).click();
            PlaywrightAssertions.assertThat(rows).hasCount(3);
            // What was opened stays open when others come before it.
            PlaywrightAssertions.assertThat(rows.nth(1).locator("pre")).isVisible();
            page.locator("select[name=event]").selectOption("charger.boot");
            page.getByRole(AriaRole.BUTTON, named("Filter")).click();
            PlaywrightAssertions.assertThat(rows).hasCount(1);
            assertThat(page.url()).endsWith("?event=charger.boot");
            rows.first().getByRole(AriaRole.LINK).click();
            PlaywrightAssertions.assertThat(heading("CP-1")).isVisible();
        }
    }

    @Test
    void usageIsAChartAndATable() {
        signIn();
        go("Organisation");
        PlaywrightAssertions.assertThat(page.getByRole(AriaRole.IMG)).hasCount(1);
        PlaywrightAssertions.assertThat(page.locator("rect.bar")).hasCount(30);
        page.getByText("As a table").click();
        PlaywrightAssertions.assertThat(page.getByRole(AriaRole.ROWHEADER)).hasCount(30);
    }

    @Test
    void everyPageTellsOfAProblemAndOffersAWayOn() {
        signIn();
        raiseTier();
        for (String name : List.of("Chargers", "Transactions", "Webhooks", "API keys", "Organisation", "Overview")) {
            page.route(READS, Route::abort);
            go(name);
            PlaywrightAssertions.assertThat(page.getByRole(AriaRole.ALERT)).containsText("No answer");
            page.unroute(READS);
            page.getByRole(AriaRole.BUTTON, named("Try again")).click();
            PlaywrightAssertions.assertThat(page.getByRole(AriaRole.ALERT)).hasCount(0);
            PlaywrightAssertions.assertThat(page.locator("main h1")).isVisible();
        }
        complaints.removeIf(complaint -> complaint.contains("ERR_FAILED"));
    }

    @Test
    void pageThatCannotBeLoadedSaysSo() {
        signIn();
        page.route("**/pages/keys-page.js", Route::abort);
        go("API keys");
        PlaywrightAssertions.assertThat(page.getByRole(AriaRole.ALERT)).containsText("This page cannot be loaded");
        page.unroute("**/pages/keys-page.js");
        page.getByRole(AriaRole.BUTTON, named("Try again")).click();
        PlaywrightAssertions.assertThat(heading("API keys")).isVisible();
        complaints.removeIf(complaint -> complaint.contains("ERR_FAILED"));
    }

    /** Registers a charger on the page, as a person does. */
    private ChargePoint registerCharger(String chargeBoxId) {
        Registered registered = register(chargeBoxId);
        return new ChargePoint(chargeBoxId, registered.connectionUrl(), registered.password());
    }

    /** What a charger needs to connect. */
    private record Registered(String chargeBoxId, String connectionUrl, String password) {}

    private Registered register(String chargeBoxId) {
        go("Chargers");
        page.getByLabel("Charge box id").fill(chargeBoxId);
        page.getByRole(AriaRole.BUTTON, named("Register")).click();
        Locator secret = page.locator("[data-test=secret]");
        PlaywrightAssertions.assertThat(secret).isVisible();
        String password = secret.textContent();
        String connectionUrl = page.locator("dialog pre").textContent().replaceFirst("(?s)Address +(\\S+).*", "$1");
        page.getByLabel("I have stored it").check();
        page.getByRole(AriaRole.BUTTON, named("Close")).click();
        PlaywrightAssertions.assertThat(heading(chargeBoxId)).isVisible();
        go("Chargers");
        PlaywrightAssertions.assertThat(page.getByText("offline", exact())).isVisible();
        return new Registered(chargeBoxId, connectionUrl, password);
    }

    /** Gateways know a new charger after a moment. */
    private static void connect(ChargePoint charger) {
        Awaitility.await()
                .atMost(Organisation.EFFECTIVE.multipliedBy(5))
                .ignoreException(ExecutionException.class)
                .until(() -> {
                    charger.connect();
                    return true;
                });
    }

    private void isForEveryone(String name) {
        window.isForEveryone(name);
    }

    private static Page.GetByTextOptions exact() {
        return new Page.GetByTextOptions().setExact(true);
    }

    private static int status(String key) {
        return Platform.send(HttpRequest.newBuilder(platform.api().resolve("/api/v1/chargers"))
                        .header("X-API-Key", key)
                        .build())
                .statusCode();
    }

    @Test
    void refusalOfTheApiIsToldInItsWords() {
        signIn();
        go("Chargers");
        page.getByLabel("Charge box id").fill("a/b");
        page.getByRole(AriaRole.BUTTON, named("Register")).click();
        PlaywrightAssertions.assertThat(page.getByRole(AriaRole.ALERT)).containsText("chargeBoxId");
        // The browser's own words of the 400 that was wanted.
        complaints.removeIf(complaint -> complaint.contains("status of 400"));
    }

    @Test
    void modesAreApartAndTestIsSeenOnEveryPage() {
        signIn();
        raiseTier();
        page.getByRole(AriaRole.NAVIGATION, named("Mode")).getByText("test").click();
        for (String name : PAGES) {
            go(name);
            PlaywrightAssertions.assertThat(page.getByText("Test mode:")).isVisible();
            assertThat(page.url()).contains("/portal/test/");
        }
        go("API keys");
        page.getByLabel("Name").fill("sandbox");
        page.getByRole(AriaRole.BUTTON, named("Create test key")).click();
        assertThat(page.locator("[data-test=secret]").textContent()).startsWith("plug_test_");
        page.getByLabel("I have stored it").check();
        page.getByRole(AriaRole.BUTTON, named("Close")).click();
        PlaywrightAssertions.assertThat(page.getByText("plug_test_")).isVisible();
        page.getByRole(AriaRole.NAVIGATION, named("Mode")).getByText("live").click();
        PlaywrightAssertions.assertThat(page.getByText("There is no live key yet"))
                .isVisible();
    }

    @Test
    void personWhoSignsOutInOneTabIsSignedOutInAll() {
        signIn();
        Page other = context.newPage();
        other.navigate(platform.api() + "/portal/live/usage");
        PlaywrightAssertions.assertThat(other.getByText("Calls that this portal makes"))
                .isVisible();
        page.getByRole(AriaRole.BUTTON, named("Sign out")).click();
        PlaywrightAssertions.assertThat(page.getByRole(AriaRole.LINK, named("Sign in")))
                .isVisible();
        PlaywrightAssertions.assertThat(other.getByText("You are signed out")).isVisible();
        assertThat(other.getByRole(AriaRole.LINK, named("Sign in")).getAttribute("href"))
                .contains("%2Fportal%2Flive%2Fusage");
    }

    @Test
    void everyPageIsForEveryone() {
        signIn();
        raiseTier();
        for (String name : PAGES) {
            go(name);
            PlaywrightAssertions.assertThat(page.locator("main h1")).isVisible();
            isForEveryone(name);
        }
    }

    @Test
    void keyboardIsEnough() {
        page.navigate(platform.api() + "/portal");
        PlaywrightAssertions.assertThat(page.getByRole(AriaRole.LINK, named("Sign in")))
                .isVisible();
        page.keyboard().press("Tab");
        page.keyboard().press("Enter");
        PlaywrightAssertions.assertThat(heading("Sign in to Plugstream")).isVisible();
        page.keyboard().press("Tab");
        page.keyboard().press("Tab");
        page.keyboard().press("Enter");
        PlaywrightAssertions.assertThat(heading("Overview")).isVisible();
        page.keyboard().press("Tab");
        PlaywrightAssertions.assertThat(page.getByText("To the content")).isFocused();
    }

    @Test
    void operatorGivesAnOrganisationAnotherTier() {
        signIn();
        PlaywrightAssertions.assertThat(page.getByText("Operators")).hasCount(0);
        page.navigate(platform.api() + "/portal/live/operators");
        PlaywrightAssertions.assertThat(page.getByText("There is no such page")).isVisible();
        String id = organisation();
        try (Chromium.Window other = Objects.requireNonNull(chromium).window()) {
            Page operator = other.page();
            operator.navigate(platform.api() + "/portal");
            operator.getByRole(AriaRole.LINK, named("Sign in")).click();
            operator.getByText("An operator of the platform").click();
            assertThat(operator.evaluate(NAME, List.of(id, HOSTILE))).isEqualTo(200);
            operator.getByRole(AriaRole.LINK, named("Operators")).click();
            operator.getByLabel("Id or name").fill(id);
            operator.getByRole(AriaRole.BUTTON, named("Filter")).click();
            PlaywrightAssertions.assertThat(operator).hasURL(Pattern.compile("/operators\\?search=" + id + "$"));
            Locator row = operator.locator("[data-test=organisation]");
            PlaywrightAssertions.assertThat(row).hasCount(1);
            PlaywrightAssertions.assertThat(row).containsText(HOSTILE);
            other.isForEveryone("operators");

            Locator dialog = operator.getByRole(AriaRole.DIALOG);
            Locator change =
                    dialog.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Change the tier"));
            operator.getByRole(AriaRole.BUTTON, named("Change the tier of " + id))
                    .click();
            PlaywrightAssertions.assertThat(change).isDisabled();
            dialog.getByLabel("Tier").selectOption("Growth");
            change.click();
            PlaywrightAssertions.assertThat(operator.locator("[data-test=changed]"))
                    .hasText(id + " is on Growth now.");
            PlaywrightAssertions.assertThat(row).containsText("Growth");
            Awaitility.await()
                    .atMost(Organisation.EFFECTIVE.multipliedBy(5))
                    .until(() -> page.evaluate(
                                    "fetch('/portal/api/live/organisation').then(a => a.json()).then(o => o.tier)")
                            .equals("Growth"));

            operator.getByRole(AriaRole.BUTTON, named("Change the tier of " + id))
                    .click();
            dialog.getByLabel("Tier").selectOption("Free");
            PlaywrightAssertions.assertThat(dialog).containsText("Webhooks get nothing");
            other.isForEveryone("operators-dialog");
            operator.route(ADMINISTRATION, Route::abort);
            change.click();
            PlaywrightAssertions.assertThat(dialog.getByRole(AriaRole.ALERT)).containsText("may have been done");
            dialog.getByText("Cancel").click();
            operator.getByRole(AriaRole.BUTTON, named("Read again")).click();
            PlaywrightAssertions.assertThat(operator.getByRole(AriaRole.ALERT)).containsText("No answer");
            PlaywrightAssertions.assertThat(operator.getByText("was read before and may be old"))
                    .isVisible();
            PlaywrightAssertions.assertThat(row).containsText("Growth");
            operator.unroute(ADMINISTRATION);
            operator.getByRole(AriaRole.BUTTON, named("Try again")).click();
            PlaywrightAssertions.assertThat(operator.getByRole(AriaRole.ALERT)).hasCount(0);

            operator.getByLabel("Id or name").fill("no such organisation");
            operator.getByLabel("Id or name").press("Enter");
            PlaywrightAssertions.assertThat(operator.getByText("No organisation is like that"))
                    .isVisible();
            answersTo(operator, 0);
            operator.getByText("Show all").click();
            PlaywrightAssertions.assertThat(operator.getByText("There is no organisation yet"))
                    .isVisible();
            answersTo(operator, 120);
            operator.getByRole(AriaRole.BUTTON, named("Read again")).click();
            PlaywrightAssertions.assertThat(operator.getByText("20 more are like that"))
                    .isVisible();
            PlaywrightAssertions.assertThat(row).hasCount(100);
            other.complaints().removeIf(complaint -> complaint.contains("ERR_FAILED"));
            other.complainOfNothing();
        }
    }

    private static final Pattern ADMINISTRATION = Pattern.compile(".*/portal/api/admin/.*");

    private static final String NAME = """
            ([id, name]) => fetch(`/portal/api/admin/organisations/${id}`, {
              method: 'PUT',
              headers: { 'Content-Type': 'application/json' },
              body: JSON.stringify({ name, tier: 'Free' }),
            }).then((answer) => answer.status)
            """;

    /** As if there were so many organisations. */
    private static void answersTo(Page operator, int organisations) {
        String all = IntStream.range(0, organisations)
                .mapToObj(i -> "{\"id\":\"org-%d\",\"name\":\"Organisation %d\",\"tier\":\"Free\"}".formatted(i, i))
                .collect(Collectors.joining(","));
        operator.unroute(ADMINISTRATION);
        operator.route(
                ADMINISTRATION,
                route -> route.fulfill(new Route.FulfillOptions()
                        .setContentType("application/json")
                        .setBody("{\"organisations\":[" + all + "]}")));
    }

    private String organisation() {
        return (String) page.evaluate("fetch('/portal/api/session').then(a => a.json()).then(s => s.organisationId)");
    }

    /** Somebody works in a terminal beside the page: no event tells of a key that is made there. */
    @Test
    void firstStepsTickThemselves() {
        signIn();
        Locator steps = page.locator("main ol > li");
        PlaywrightAssertions.assertThat(steps).hasCount(5);
        PlaywrightAssertions.assertThat(steps.first()).containsText("not yet");
        assertThat(page.evaluate("""
                fetch('/portal/api/live/auth/api-keys', {
                  method: 'POST',
                  headers: { 'Content-Type': 'application/json' },
                  body: JSON.stringify({ name: 'terminal', mode: 'live' }),
                }).then((answer) => answer.status)
                """)).isEqualTo(201);
        PlaywrightAssertions.assertThat(steps.first())
                .containsText("done", new LocatorAssertions.ContainsTextOptions().setTimeout(30_000));
        PlaywrightAssertions.assertThat(steps.nth(1)).containsText("not yet");
        raiseTier();
        page.reload();
        PlaywrightAssertions.assertThat(steps).hasCount(6);
    }

    @Test
    void refusalSaysWhatHelps() {
        signIn();
        registerCharger("CP-1");
        page.getByLabel("Charge box id").fill("CP-2");
        page.getByRole(AriaRole.BUTTON, named("Register")).click();
        PlaywrightAssertions.assertThat(page.getByRole(AriaRole.ALERT)).containsText("Delete a charger");
        complaints.removeIf(complaint -> complaint.contains("status of 403"));
        page.route(
                READS,
                route -> route.fulfill(new Route.FulfillOptions()
                        .setStatus(429)
                        .setContentType("application/problem+json")
                        .setHeaders(Map.of("Retry-After", "7"))
                        .setBody("{\"type\":\"/problems/too-many-requests\",\"title\":\"Too many requests\"}")));
        go("API keys");
        PlaywrightAssertions.assertThat(page.getByRole(AriaRole.ALERT)).containsText("Try again in 7 s");
        page.unroute(READS);
        page.getByRole(AriaRole.BUTTON, named("Try again")).click();
        PlaywrightAssertions.assertThat(page.getByText("There is no live key yet"))
                .isVisible();
        complaints.removeIf(complaint -> complaint.contains("status of 429"));
    }

    @Test
    void keysThatNobodyUsesAndTimesInUtcAreTold() {
        signIn();
        page.route(
                Pattern.compile(".*/portal/api/live/auth/api-keys"),
                route -> route.fulfill(new Route.FulfillOptions()
                        .setContentType("application/json")
                        .setBody("{\"apiKeys\":[{\"id\":\"1\",\"name\":\"old\",\"prefix\":\"plug_live_abcd****\","
                                + "\"mode\":\"live\",\"createdBy\":\"<i>ada</i>\",\"lastUsed\":null,"
                                + "\"createdAt\":\"2020-01-31T09:00:00.000Z\"}]}")));
        go("API keys");
        PlaywrightAssertions.assertThat(page.getByText("Not used for 30 days")).isVisible();
        PlaywrightAssertions.assertThat(page.getByText("<i>ada</i>")).isVisible();
        PlaywrightAssertions.assertThat(page.locator("time")).hasAttribute("title", "2020-01-31T09:00:00.000Z (UTC)");
    }

    private void look(String name) {
        window.look(name);
    }
}
