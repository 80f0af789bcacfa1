import { DropdownMenu } from 'radix-ui'

/** The parts of a menu, in a file of their own because they are loaded with the first menu that is opened. */
export const menuParts = DropdownMenu
