/** Clients of the SensorThings API that others wrote, from PyPI, for `pythonWith`. */
export const FROST_CLIENT: readonly string[] = ['frost_sta_client==1.1.53'];
export const STAPY: readonly string[] = ['stapy==0.3.1'];
