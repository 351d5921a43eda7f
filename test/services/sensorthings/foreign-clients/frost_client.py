# What frost_sta_client, as it comes from PyPI, reads of the three stations of served-stations.ts: python frost_client.py URL
import json
import sys

import frost_sta_client as fsc
from requests.exceptions import HTTPError

service = fsc.SensorThingsService(f"{sys.argv[1]}/sensorthings/v1.1")
done = {}

things = service.things().query().count().orderby("name", "asc").list()
done["things"] = [thing.name for thing in things]
done["count"] = things.count

thing = service.things().find("north.a")
done["properties"] = thing.properties["station_id"]
[location] = list(thing.get_locations().query().list())
done["place"] = list(location.location["coordinates"])
done["since"] = list(thing.get_historical_locations().query().list())[0].time

streams = list(thing.get_datastreams().query().expand("ObservedProperty,Sensor,Thing").list())
done["streams"] = [[one.observed_property.name, one.sensor.name, one.unit_of_measurement.symbol, one.thing.name] for one in streams]

observations = streams[0].get_observations().query()
seen = list(observations.filter("result ge 12 and result lt 20").orderby("phenomenonTime", "asc").top(7).list())
done["values"] = [seen[0].result, seen[-1].result, len(seen), len({one.id for one in seen})]
done["flag"] = seen[0].result_quality[0]["result"]
done["time"] = seen[0].phenomenon_time
again = service.observations().find(seen[0].id)
done["found"] = again.result == seen[0].result and again == seen[0]

expanded = list(service.datastreams().query().filter("ObservedProperty/name eq 'Air pressure'").expand("Observations($top=2)").list())
done["expanded"] = [[one.id, [value.result for value in one.observations.entities]] for one in expanded]
feature = service.features_of_interest().find("south.c")
done["feature"] = list(feature.feature["coordinates"])
done["ofFeature"] = feature.get_observations().query().count().top(1).list().count
done["properties_observed"] = [one.definition.split("/")[-2] for one in service.observed_properties().query().list()]
done["selected"] = [one.result for one in service.observations().query().select("result").top(1).skip(1).list().entities]
try:
    service.things().find("north.none")
except HTTPError as error:
    done["missing"] = error.response.status_code
print(json.dumps(done))
