package io.plugstream.api.platform;

import reactor.blockhound.BlockHound;

/** Makes a blocking call on an event loop an error, for the whole of this JVM. */
public final class BlockingCalls {

    private BlockingCalls() {}

    /** Does so from now on; again does nothing more. */
    public static void forbid() {
        Installation.ONCE.run();
    }

    private static final class Installation {

        static final Runnable ONCE = () -> {};

        static {
            BlockHound.builder()
                    .loadIntegrations()
                    // The first use of a class or of its resources reads them; a deployed service is soon warm.
                    .allowBlockingCallsInside("java.lang.ClassLoader", "loadClass")
                    .allowBlockingCallsInside("java.util.zip.ZipFile$ZipFileInputStream", "read")
                    .allowBlockingCallsInside("java.util.zip.ZipFile$Source", "readFullyAt")
                    .allowBlockingCallsInside("java.util.ResourceBundle", "getBundleImpl")
                    // /dev/urandom, which makes nobody wait: UUIDs, and the driver's nonces.
                    .allowBlockingCallsInside("sun.security.provider.NativePRNG$RandomIO", "readFully")
                    // Lines on standard output, which the JVM does not wait for.
                    .allowBlockingCallsInside("ch.qos.logback.classic.Logger", "callAppenders")
                    .install();
        }
    }
}
