/** Beginnings and ends of place names that exist nowhere together on purpose; 40 x 24, no common factor with STRIDE. */
const BEGINNINGS = [
  ...['Alder', 'Amber', 'Ash', 'Birch', 'Black', 'Brook', 'Cedar', 'Clear', 'Cold', 'Crane'],
  ...['Deer', 'East', 'Elm', 'Fair', 'Falcon', 'Fern', 'Glen', 'Green', 'Hazel', 'Heron'],
  ...['High', 'Iron', 'Kings', 'Lark', 'Linden', 'Long', 'Maple', 'Mill', 'Moss', 'North'],
  ...['Oak', 'Otter', 'Raven', 'Red', 'Salt', 'Silver', 'Stone', 'Swan', 'White', 'Willow'],
];
const ENDS = [
  ...['bridge', 'brook', 'bury', 'by', 'dale', 'den', 'field', 'ford', 'gate', 'ham', 'haven', 'hill'],
  ...['holm', 'hurst', 'ley', 'mere', 'mouth', 'ridge', 'stead', 'ton', 'vale', 'well', 'wick', 'wood'],
];
const CITY_SITES = ['Observatory', 'University', 'Harbour', 'Central Park', 'Waterworks', 'Airport', 'School'];
const SUBURBS = ['North', 'South', 'East', 'West'];
const COUNTRY_SITES = ['', ' Farm', ' Forest', ' Pass', ' Lake', ' Moor'];
const STRIDE = 97;

/** Name of a place: none comes twice before 960 of them are used up. */
function placeName(number: number): string {
  const count = BEGINNINGS.length * ENDS.length;
  const pick = (number * STRIDE) % count;
  return BEGINNINGS[pick % BEGINNINGS.length] + ENDS[Math.floor(pick / BEGINNINGS.length)];
}

/** Name of a station in a city. */
export function cityStationName(place: number, site: number): string {
  return `${placeName(place)} ${CITY_SITES[site % CITY_SITES.length]}`;
}

/** Name of a station at a city's edge. */
export function suburbStationName(place: number, site: number): string {
  return `${placeName(place)} ${SUBURBS[site % SUBURBS.length]}`;
}

/** Name of a station in the country. */
export function countryStationName(place: number, site: number): string {
  return `${placeName(place)}${COUNTRY_SITES[site % COUNTRY_SITES.length]}`;
}
