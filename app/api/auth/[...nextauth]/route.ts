import { dashboardDoor } from '#lib/http/dashboard'

export const GET = dashboardDoor
export const POST = dashboardDoor
