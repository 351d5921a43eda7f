/** Stations a block holds: storage grows block by block, so that growing never copies a large array. */
export const STATIONS_PER_BLOCK = 1024;
