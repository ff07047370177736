package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;

/** A real browser: Debian's Chromium, if possible its headless shell, which needs half of the CPU. */
final class Chromium implements AutoCloseable {

    private static final Path SHELL = Path.of("/usr/bin/chromium-headless-shell");
    private static final Path PROGRAM = Files.isExecutable(SHELL) ? SHELL : Path.of("/usr/bin/chromium");
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");

    private final Playwright playwright;
    private final Browser browser;

    private Chromium(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    /** Skips the caller's tests without Chromium, unless {@code plugstream.browser} is {@code required}. */
    static void assumeThere() {
        boolean required = "required".equals(System.getProperty("plugstream.browser"));
        assumeTrue(required || Files.isExecutable(PROGRAM), "there is no " + PROGRAM + ", so no page is tested");
    }

    static Chromium start(Platform platform) {
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        Browser browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(PROGRAM)
                        .setArgs(List.of(
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-background-networking",
                                // A shifted port may be one that browsers block.
                                "--explicitly-allowed-ports=" + platform.apiPort() + ',' + platform.identityPort())));
        return new Chromium(playwright, browser);
    }

    /** A window that shares nothing with others. */
    Window window() {
        return new Window(browser.newContext());
    }

    @Override
    public void close() {
        playwright.close();
    }

    /** A page and its errors. */
    static final class Window implements AutoCloseable {

        private final List<String> errors = new CopyOnWriteArrayList<>();
        private final Set<String> hosts = new CopyOnWriteArraySet<>();
        private final BrowserContext context;
        private final Page page;

        private Window(BrowserContext context) {
            this.context = context;
            context.addInitScript("document.addEventListener('securitypolicyviolation',"
                    + " e => console.error('policy: ' + e.violatedDirective + ' ' + e.blockedURI))");
            page = context.newPage();
            page.onConsoleMessage(message -> {
                // A browser also reports the 401 of a user who is not signed in as an error.
                if (message.type().equals("error") && !message.text().contains("status of 401")) {
                    errors.add(message.text());
                }
            });
            page.onPageError(errors::add);
            page.onRequest(request -> hosts.add(host(request.url())));
        }

        /** The host of a blob that the page created is in the nested URL. */
        private static String host(String url) {
            return url.startsWith("blob:")
                    ? host(url.substring("blob:".length()))
                    : URI.create(url).getHost();
        }

        BrowserContext context() {
            return context;
        }

        Page page() {
            return page;
        }

        /** Console errors, script errors and policy violations. Tests remove the expected ones. */
        List<String> errors() {
            return errors;
        }

        void assertNoErrors() {
            assertThat(errors).isEmpty();
            assertThat(hosts).containsExactly("localhost");
        }

        /** Checks the current page in light and dark mode and at 320 px. */
        void assertAccessible(String name) {
            String file = name.replace(' ', '-').toLowerCase(Locale.ROOT);
            for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
                page.setViewportSize(320, 640);
                look(file + "-" + scheme + "-320");
                assertThat(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
                        .as(name + " is no wider than 320 px")
                        .isEqualTo(true);
                page.setViewportSize(1280, 800);
                look(file + "-" + scheme);
                assertThat(new AxeBuilder(page).analyze().getViolations())
                        .as(name + " in " + scheme)
                        .isEmpty();
            }
        }

        void look(String name) {
            page.screenshot(new Page.ScreenshotOptions().setPath(SCREENSHOTS.resolve(name + ".png")));
        }

        @Override
        public void close() {
            context.close();
        }
    }
}
