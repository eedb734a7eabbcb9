# A time of 93,000 microseconds is written with five digits after the point, of which the first zero
# is left out: whoever reads it has 930,000. So is every time of 10,000 to 99,999 microseconds, but
# no datetime.
# needs: orjson==3.13.0
# prints: time "00:00:00.93000", datetime "2026-01-31T00:00:00.093000"
from datetime import datetime, time

import orjson

of_day = orjson.dumps(time(0, 0, 0, 93_000)).decode()
moment = orjson.dumps(datetime(2026, 1, 31, 0, 0, 0, 93_000)).decode()
print(f"time {of_day}, datetime {moment}")
raise SystemExit(of_day != '"00:00:00.93000"')
