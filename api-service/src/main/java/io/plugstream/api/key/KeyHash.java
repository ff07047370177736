package io.plugstream.api.key;

import java.util.HexFormat;

/** The SHA-256 of an API key as 64 hexadecimal digits. It identifies the key but does not reveal it. */
record KeyHash(String hex) {

    KeyHash(byte[] digest) {
        this(HexFormat.of().formatHex(digest));
    }

    byte[] bytes() {
        return HexFormat.of().parseHex(hex);
    }
}
