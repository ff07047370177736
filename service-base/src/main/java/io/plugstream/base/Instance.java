package io.plugstream.base;

import java.util.regex.Pattern;

/**
 * This process's name among its service's instances, from {@code plugstream.instance}; the host's name by default. It
 * is part of client ids and transactional ids, so two instances on one host need different names.
 *
 * @param name 1 to 64 letters, digits or {@code . _ -}
 */
public record Instance(String name) {

    private static final Pattern VALID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    public Instance {
        if (!VALID.matcher(name).matches()) {
            throw new StartRefusedException("plugstream.instance must be 1 to 64 letters, digits or . _ -");
        }
    }
}
