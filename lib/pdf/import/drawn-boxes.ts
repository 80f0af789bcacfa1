import { type PDF, type PdfDict, PdfStream } from '@libpdf/core'
import { asDict, findInheritedEntry, numbers, resolver } from '../check/inspect.ts'
import { unescapeNames } from '../file/inflation.ts'
import type { Rect } from '../geometry.ts'
import { contentTokens, readContent } from './content.ts'

/** A transformation of coordinates (ISO 32000-2, 8.3.3). */
type Matrix = [number, number, number, number, number, number]

const identity: Matrix = [1, 0, 0, 1, 0, 0]
/** Where a picture is drawn before it is transformed (8.9.5). */
const unitSquare: Rect = [0, 0, 1, 1]
const matrixLength = identity.length

/**
 * The rectangles of a page in default user space in which it draws pictures and forms (XObjects, ISO 32000-2, 8.8),
 * whatever clips them. @throws Error where the content cannot be read
 */
export function findDrawnBoxes(pdf: PDF, page: PdfDict): Rect[] {
  const resolve = resolver(pdf)
  const xObjects = asDict(asDict(findInheritedEntry(page, 'Resources', resolve))?.get('XObject', resolve))
  const boxes: Rect[] = []
  const saved: Matrix[] = []
  const operands: string[] = []
  let matrix = identity
  const draw = (xObject: PdfStream) => {
    const isForm = xObject.getName('Subtype', resolve)?.value === 'Form'
    const box = isForm ? numbers(xObject.get('BBox', resolve), resolve) : unitSquare
    const own = isForm
      ? (numbers(xObject.get('Matrix', resolve), resolve, matrixLength) ?? identity)
      : identity
    boxes.push(transformed(box ?? [], multiply(own, matrix)))
  }
  const tokens = contentTokens(readContent(pdf, page), () => boxes.push(transformed(unitSquare, matrix)))
  for (const token of tokens) {
    if (/^[\0\s%]/.test(token)) continue
    if (token === 'q') saved.push(matrix)
    else if (token === 'Q') matrix = saved.pop() ?? matrix
    else if (token === 'cm') matrix = multiply(operands.map(Number), matrix)
    else if (token === 'Do') {
      const xObject = xObjects?.get(unescapeNames(operands.at(-1)?.slice(1) ?? ''), resolve)
      if (xObject instanceof PdfStream) draw(xObject)
    }
    operands.push(token)
    if (operands.length > matrixLength) operands.shift()
  }
  return boxes
}

/** The transformation by one matrix and then by another. */
function multiply(first: readonly number[], [a, b, c, d, e, f]: Matrix): Matrix {
  const [p, q, r, s, t, u] = first as Matrix
  return [p * a + q * c, p * b + q * d, r * a + s * c, r * b + s * d, t * a + u * c + e, t * b + u * d + f]
}

/** The rectangle around a transformed one. @throws Error where it is not known */
function transformed(box: readonly number[], [a, b, c, d, e, f]: Matrix): Rect {
  const [x0, y0, x1, y1] = box as Rect
  const corners = [[x0, y0] as const, [x0, y1] as const, [x1, y0] as const, [x1, y1] as const]
  const xs = corners.map(([x, y]) => a * x + c * y + e)
  const ys = corners.map(([x, y]) => b * x + d * y + f)
  const rect: Rect = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  if (!rect.every(Number.isFinite)) throw new Error('A page draws something at an unknown place.')
  return rect
}
