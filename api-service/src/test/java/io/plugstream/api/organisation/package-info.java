@NullMarked
package io.plugstream.api.organisation;

import org.jspecify.annotations.NullMarked;
