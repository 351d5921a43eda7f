# Writes a message of template 3 07 096 (one-hour data of automatic stations) to standard output, by ecCodes.
import sys

from eccodes import (
    codes_bufr_new_from_samples,
    codes_get_message,
    codes_set,
    codes_set_array,
)

VALUES = {
    "blockNumber": 6,
    "stationNumber": 700,
    "year": 2026,
    "month": 3,
    "day": 1,
    "hour": 12,
    "minute": 0,
    "latitude": 46.25,
    "longitude": 6.13,
    "heightOfStationGroundAboveMeanSeaLevel": 411,
    "#1#nonCoordinatePressure": 96510,
    "#1#heightOfSensorAboveLocalGroundOrDeckOfMarinePlatform": 2,
    "#1#airTemperature": 281.15,
    "#1#dewpointTemperature": 276.15,
    "#1#relativeHumidity": 71,
    "#1#depthBelowLandSurface": 0.05,
    "#1#soilTemperature": 280.15,
    "#2#depthBelowLandSurface": 0.1,
    "#2#soilTemperature": 279.15,
    "#1#horizontalVisibility": 12000,
    "#1#totalSnowDepth": 0.05,
    "#4#heightOfSensorAboveLocalGroundOrDeckOfMarinePlatform": 10,
    "#6#timePeriod": -10,
    "#1#windDirection": 230,
    "#1#windSpeed": 5.2,
    "#7#timePeriod": -10,
    "#1#maximumWindGustSpeed": 9.1,
    "#8#timePeriod": -60,
    "#2#maximumWindGustSpeed": 12.4,
    "#5#heightOfSensorAboveLocalGroundOrDeckOfMarinePlatform": 2,
    "#11#timePeriod": -60,
    "#1#maximumTemperatureAtHeightAndOverPeriodSpecified": 281.65,
    "#1#minimumTemperatureAtHeightAndOverPeriodSpecified": 280.05,
    "#17#timePeriod": -1,
    "#1#totalPrecipitationOrTotalWaterEquivalent": 1.2,
    "#18#timePeriod": -24,
    "#2#totalPrecipitationOrTotalWaterEquivalent": 8.4,
    "#26#timePeriod": -1,
    "#1#globalSolarRadiationIntegratedOverPeriodSpecified": 360000,
    "#27#timePeriod": -24,
    "#2#globalSolarRadiationIntegratedOverPeriodSpecified": 5000000,
    "#30#timePeriod": -10,
    "#1#firstOrderStatistics": 9,
    "#2#windSpeed": 1.3,
    "#2#airTemperature": 0.2,
}

message = codes_bufr_new_from_samples("BUFR4")
codes_set(message, "masterTablesVersionNumber", 28)
codes_set(message, "dataCategory", 0)
codes_set(message, "compressedData", 0)
codes_set_array(message, "inputDelayedDescriptorReplicationFactor", [1] * 2)
codes_set_array(message, "inputShortDelayedDescriptorReplicationFactor", [1] * 17)
codes_set(message, "unexpandedDescriptors", 307096)
for key, value in VALUES.items():
    codes_set(message, key, value)
codes_set(message, "pack", 1)
sys.stdout.buffer.write(codes_get_message(message))
