import { Children, cloneElement, type HTMLAttributes, isValidElement, type ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'

/** Gives its attributes to its only child, such as the looks of a button to a link; those of the child prevail. */
export function Slot({ children, className, ...attributes }: HTMLAttributes<HTMLElement>): ReactNode {
  const child = Children.only(children)
  if (!isValidElement<HTMLAttributes<HTMLElement>>(child)) return child
  return cloneElement(child, {
    ...attributes,
    ...child.props,
    className: cx(className, child.props.className),
  })
}
