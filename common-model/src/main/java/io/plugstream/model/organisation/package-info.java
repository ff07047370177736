/** Organisations (tenants) and their live and test modes. */
@NullMarked
package io.plugstream.model.organisation;

import org.jspecify.annotations.NullMarked;
