package io.plugstream.api.http;

import org.springframework.core.Ordered;
import org.springframework.web.server.WebFilter;

/** A filter with a fixed place among the others. */
public interface OrderedFilter extends WebFilter, Ordered {

    /** Its place; no two filters have the same. */
    FilterOrder place();

    @Override
    default int getOrder() {
        return place().value();
    }
}
