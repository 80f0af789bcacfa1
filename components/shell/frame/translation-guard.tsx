'use client'

// While the module loads: before React renders or hydrates anything.
if (typeof Node !== 'undefined') guardAgainstTranslation(Node.prototype)

/** Lets the browser translate the page: see `guardAgainstTranslation`. */
export function TranslationGuard() {
  return null
}

/**
 * Translation by the browser wraps the text nodes of a page in `<font>` elements, or replaces them by such. React does
 * not know: it goes on inserting before these nodes and removing them as children of their former parent. The DOM
 * throws a NotFoundError then, and an error page replaces the page (github.com/facebook/react/issues/11538).
 * Now a node in a wrapper is found there, and one that is gone counts as absent.
 */
export function guardAgainstTranslation(prototype: Node): void {
  const { insertBefore, removeChild } = prototype
  prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    let child = next
    while (child && child.parentNode !== this) child = child.parentNode
    return insertBefore.call(this, node, child) as T
  }
  prototype.removeChild = function <T extends Node>(this: Node, node: T): T {
    const parent = node !== this && this.contains(node) ? node.parentNode : null
    return parent ? (removeChild.call(parent, node) as T) : node
  }
}
