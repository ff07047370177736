package io.plugstream.api.contract;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** All that fails, on one platform, because its start takes long. */
class OutageIT {

    private static FragilePlatform platform;

    @BeforeAll
    static void start() {
        platform = new FragilePlatform();
    }

    @AfterAll
    static void stop() {
        platform.close();
    }

    @Nested
    class Outages extends OutageCases {

        Outages() {
            super(platform);
        }
    }

    @Nested
    class SilentNetworks extends SilentNetworkCases {

        SilentNetworks() {
            super(platform);
        }
    }
}
