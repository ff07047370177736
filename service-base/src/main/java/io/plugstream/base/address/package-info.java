/** Rules for webhook URLs and for the addresses that they resolve to. */
@NullMarked
package io.plugstream.base.address;

import org.jspecify.annotations.NullMarked;
