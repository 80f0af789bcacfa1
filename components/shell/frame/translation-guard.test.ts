import { beforeEach, expect, it } from 'vitest'
import { guardAgainstTranslation } from './translation-guard.tsx'

/** What the guard uses of the DOM, with its errors. */
class TestNode {
  parentNode: TestNode | null = null
  children: TestNode[] = []
  name: string
  constructor(name: string, ...children: TestNode[]) {
    this.name = name
    for (const child of children) this.insertBefore(child, null)
  }
  contains(node: TestNode | null): boolean {
    return node === this || (node !== null && this.contains(node.parentNode))
  }
  insertBefore(node: TestNode, next: TestNode | null): TestNode {
    if (next && next.parentNode !== this) throw new DOMException('insertBefore', 'NotFoundError')
    node.parentNode?.removeChild(node)
    this.children.splice(next ? this.children.indexOf(next) : this.children.length, 0, node)
    node.parentNode = this
    return node
  }
  removeChild(node: TestNode): TestNode {
    if (node.parentNode !== this) throw new DOMException('removeChild', 'NotFoundError')
    this.children.splice(this.children.indexOf(node), 1)
    node.parentNode = null
    return node
  }
  toString(): string {
    return this.children.length > 0 ? `${this.name}(${this.children.join(' ')})` : this.name
  }
}
guardAgainstTranslation(TestNode.prototype as unknown as Node)

let text: TestNode
let button: TestNode
const spinner = new TestNode('spinner')
beforeEach(() => {
  text = new TestNode('text')
  button = new TestNode('button', text, new TestNode('icon'))
})

/** As Chrome does it. */
function wrap() {
  const font = new TestNode('font', new TestNode('font'))
  button.insertBefore(font, text)
  font.children[0]!.insertBefore(text, null)
}

/** As Google Translate does it. */
function replace() {
  button.insertBefore(new TestNode('font', new TestNode('font', new TestNode('texte'))), text)
  button.removeChild(text)
}

it('inserts before the wrapper of a text', () => {
  wrap()
  button.insertBefore(spinner, text)
  expect(`${button}`).toBe('button(spinner font(font(text)) icon)')
})

it('inserts at the end where a text was replaced', () => {
  replace()
  button.insertBefore(spinner, text)
  expect(`${button}`).toBe('button(font(font(texte)) icon spinner)')
})

it('removes a text from its wrapper', () => {
  wrap()
  expect(button.removeChild(text)).toBe(text)
  expect(`${button}`).toBe('button(font(font) icon)')
})

it('removes nothing where a text was replaced', () => {
  replace()
  expect(button.removeChild(text)).toBe(text)
  expect(`${button}`).toBe('button(font(font(texte)) icon)')
})

it('changes nothing on a page that is not translated', () => {
  button.insertBefore(spinner, text)
  expect(`${button}`).toBe('button(spinner text icon)')
  button.removeChild(text)
  expect(`${button}`).toBe('button(spinner icon)')
  button.insertBefore(text, null)
  expect(`${button}`).toBe('button(spinner icon text)')
})
