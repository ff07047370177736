@NullMarked
package io.plugstream.api.charger;

import org.jspecify.annotations.NullMarked;
